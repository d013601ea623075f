/** Which plies are spoken of beside the board. */

import type { LastPly, PlyEvent, Side, Snapshot, View } from "./types";

export type ToldPly = LastPly & {
  readonly number: number;
  /** Who made it; null where that cannot be known any more. */
  readonly side: Side | null;
};

/** As many as a round of four players has. */
const MOST = 4;

/**
 * The reader's last ply and the answers to it; to who only watches, the last two. Oldest first.
 * `plies` may lack the last one of `told`, as after a reload: then it is told alone.
 */
export function recentPlies(plies: readonly PlyEvent[], told: Snapshot, own: Side | null): readonly ToldPly[] {
  const shown = told.view && lastPlyOf(told.view, told.ply_count);
  if (!shown) return [];
  const known = plies.filter(({ number }) => number <= told.ply_count);
  const last = known.at(-1);
  if (last?.number !== told.ply_count) return [shown];
  const since = own === null ? known.slice(-2) : known.slice(known.findLastIndex(({ side }) => side === own));
  const isWhole = own === null || (since[0]?.side === own && since.length <= MOST);
  return isWhole ? since : [last];
}

/** The last ply as the view alone tells it; `number` counts those who left, too. */
export function lastPlyOf(view: View, number: number = view.number): ToldPly | null {
  return view.last && { ...view.last, number, side: moverOf(view) };
}

function moverOf({ last, pieces, turn }: View): Side | null {
  const battle = last?.battle;
  if (last?.result === "left") return last.out?.[0] ?? null;
  if (!battle) return pieces.find(({ square }) => square === last?.ply[1])?.side ?? null;
  if (battle.attacker !== undefined) return battle.attacker;
  const other = (side: Side | null) => Object.keys(battle.pieces).find((each) => each !== side) ?? null;
  if (battle.result === "attacker") return battle.winner;
  if (battle.result === "defender") return other(battle.winner);
  return turn === null ? null : other(turn);
}
