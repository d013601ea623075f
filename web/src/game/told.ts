/** Which plies are spoken of beside the board. */

import type { Battle, PlyEvent, PlyWords, Side, View } from "./types";

export interface ToldPly {
  readonly number: number;
  /** Who made it; null where that cannot be known any more. */
  readonly side: Side | null;
  readonly ply: PlyWords;
  readonly battle: Battle | null;
}

/**
 * The reader's last ply and the answer to it; to who only watches, the last two. Oldest first.
 * `plies` may lack the last one of `view`, as after a reload: then it is told alone.
 */
export function recentPlies(plies: readonly PlyEvent[], view: View, own: Side | null): readonly ToldPly[] {
  const shown = lastPlyOf(view);
  if (!shown) return [];
  const known = plies.filter(({ number }) => number <= view.number);
  const last = known.at(-1);
  if (last?.number !== view.number) return [shown];
  const before = known.at(-2);
  if (before === undefined || last.side === own) return [last];
  return own === null || before.side === own ? [before, last] : [last];
}

/** The last ply as the view alone tells it. */
export function lastPlyOf(view: View): ToldPly | null {
  if (!view.last) return null;
  const { ply, battle } = view.last;
  return { number: view.number, side: moverOf(view), ply, battle };
}

function moverOf({ last, pieces, turn }: View): Side | null {
  const battle = last?.battle;
  if (!battle) return pieces.find(({ square }) => square === last?.ply[1])?.side ?? null;
  const other = (side: Side | null) => Object.keys(battle.pieces).find((each) => each !== side) ?? null;
  if (battle.result === "attacker") return battle.winner;
  if (battle.result === "defender") return other(battle.winner);
  return turn === null ? null : other(turn);
}
