import { en, type Words } from "./en";

export const zhHans: Words = en;
