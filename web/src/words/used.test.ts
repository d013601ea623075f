import { expect, it } from "vitest";
import { unusedWords } from "./used";

// It reads the whole client as the compiler does.
it("every entry of the catalogue is said somewhere", { timeout: 120_000 }, () => {
  expect(unusedWords()).toEqual([]);
});
