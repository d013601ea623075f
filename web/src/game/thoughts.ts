/** What a computer thought, for one moment of a replay. */

import type { Kind, Square, Thought } from "./types";

/** The thought that led to the position after `number` plies; else the one that began from it, or the nearest. */
export function thoughtAt(thoughts: readonly Thought[], number: number): Thought | undefined {
  return (
    thoughts.find((each) => each.number === number) ??
    thoughts.find((each) => each.number === number + 1) ??
    thoughts.findLast((each) => each.number < number) ??
    thoughts[0]
  );
}

/** What it took the piece from `origin` for, the likeliest first; null for a piece it had no need to guess. */
export function believed(thought: Thought, origin: Square): readonly { kind: Kind; share: number }[] | null {
  const kinds = thought.beliefs[origin];
  if (!kinds) return null;
  return Object.entries(kinds)
    .map(([kind, share]) => ({ kind, share }))
    .sort((a, b) => b.share - a.share);
}
