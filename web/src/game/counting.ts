/** Which kinds remain for each of a side's pieces when each kind exists only so many times. */

import type { Kind } from "./types";

/** Null when the pieces cannot all be of the kinds given. */
export function couldBe(
  pieces: readonly ReadonlySet<Kind>[],
  counts: ReadonlyMap<Kind, number>,
): readonly ReadonlySet<Kind>[] | null {
  const given = new Map<number, Kind>();
  for (let piece = 0; piece < pieces.length; piece += 1) if (!place(piece, pieces, counts, given)) return null;
  return pieces.map((kinds, piece) => new Set([...kinds].filter((kind) => mayBe(piece, kind, pieces, counts, given))));
}

/** Whether the others still find a kind each when `piece` is of `kind`. */
function mayBe(
  piece: number,
  kind: Kind,
  pieces: readonly ReadonlySet<Kind>[],
  counts: ReadonlyMap<Kind, number>,
  given: ReadonlyMap<number, Kind>,
): boolean {
  if (given.get(piece) === kind) return true;
  const only = pieces.map((kinds, index) => (index === piece ? new Set([kind]) : kinds));
  const others = new Map([...given].filter(([index]) => index !== piece));
  return place(piece, only, counts, others);
}

/** Give `piece` a kind, moving others to another of theirs where that makes room. */
function place(
  piece: number,
  pieces: readonly ReadonlySet<Kind>[],
  counts: ReadonlyMap<Kind, number>,
  given: Map<number, Kind>,
  tried = new Set<Kind>(),
): boolean {
  for (const kind of pieces[piece] ?? []) {
    if (tried.has(kind)) continue;
    tried.add(kind);
    const holders = [...given].filter(([, held]) => held === kind).map(([index]) => index);
    const hasRoom = holders.length < (counts.get(kind) ?? 0);
    if (hasRoom || holders.some((holder) => place(holder, pieces, counts, given, tried))) {
      given.set(piece, kind);
      return true;
    }
  }
  return false;
}
