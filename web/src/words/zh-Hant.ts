import { en, type Words } from "./en";

export const zhHant: Words = en;
