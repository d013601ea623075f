export { rules } from "./en";
