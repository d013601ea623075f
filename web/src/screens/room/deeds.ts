import { go, problemOf } from "../../parts/client";
import { toastProblem } from "../../parts/problem";
import type { Words } from "../../words";

/** Waits for a deed; a refusal becomes a toast, and an address that it brings is gone to. True when it was done. */
export async function attempt(words: Words, deed: Promise<unknown>): Promise<boolean> {
  try {
    const next = await deed;
    if (typeof next === "string") go(next);
    return true;
  } catch (error) {
    toastProblem(words, problemOf(error));
    return false;
  }
}
