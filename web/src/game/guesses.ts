/** The player's own notes on enemy pieces, by the piece's origin; all tabs of this browser share them. */

import { type Store, storage } from "../storage";
import type { Kind, Square, View } from "./types";

export type Guesses = Readonly<Record<Square, Kind>>;

/** By match; `at` is the time of the last note, in ms. */
type Kept = Record<string, { at: number; notes: Guesses }>;

const KEY = "gyoji.guesses";
/** No room lives longer, so neither does a match that nobody finished. */
const KEPT_MS = 24 * 60 * 60 * 1000;

export function readGuesses(match: string, store: Store = storage): Guesses {
  return readAll(store)[match]?.notes ?? {};
}

/** No notes at all: nothing is kept for the match. Forgets those of matches that are gone. */
export function writeGuesses(match: string, guesses: Guesses, store: Store = storage, now = Date.now()): void {
  const { [match]: _, ...others } = readAll(store);
  const kept: Kept = Object.fromEntries(Object.entries(others).filter(([, { at }]) => now - at < KEPT_MS));
  if (Object.keys(guesses).length > 0) kept[match] = { at: now, notes: guesses };
  if (Object.keys(kept).length > 0) store.set(KEY, JSON.stringify(kept));
  else store.remove(KEY);
}

/** Calls `listen` whenever another tab may have changed notes, until the returned function is called. */
export function watchGuesses(listen: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === KEY) listen();
  };
  addEventListener("storage", onStorage);
  return () => removeEventListener("storage", onStorage);
}

/** Without the notes on pieces that are gone. */
export function currentGuesses(guesses: Guesses, view: View | null): Guesses {
  const there = new Set(view?.pieces.map((piece) => piece.origin));
  return Object.fromEntries(Object.entries(guesses).filter(([origin]) => there.has(origin)));
}

function readAll(store: Store): Kept {
  try {
    const kept: unknown = JSON.parse(store.get(KEY) ?? "{}");
    return typeof kept === "object" && kept !== null ? (kept as Kept) : {};
  } catch {
    return {}; // why: damaged by hand; the notes are no loss for the game
  }
}
