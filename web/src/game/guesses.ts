/** The player's own notes on enemy pieces, by the piece's origin; kept for this tab only. */

import type { Kind, Square, View } from "./types";

export type Guesses = Readonly<Record<Square, Kind>>;

const key = (match: string) => `gyoji-guesses:${match}`;

export function readGuesses(match: string): Guesses {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key(match)) ?? "{}") as Guesses | null;
    return kept ?? {};
  } catch {
    return {};
  }
}

export function writeGuesses(match: string, guesses: Guesses): void {
  try {
    sessionStorage.setItem(key(match), JSON.stringify(guesses));
  } catch {
    // why: a browser that stores nothing only loses the notes on a reload
  }
}

/** Without the notes on pieces that are gone. */
export function currentGuesses(guesses: Guesses, view: View | null): Guesses {
  const there = new Set(view?.pieces.map((piece) => piece.origin));
  return Object.fromEntries(Object.entries(guesses).filter(([origin]) => there.has(origin)));
}
