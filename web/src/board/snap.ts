/** What a finger means where points are smaller than it. Pure. */

import type { Square } from "../game/types";
import type { Plan, Point } from "./geometry";
import type { BoardProps } from "./props";

/** In CSS pixels from the middle of a square: where squares are as wide as a finger, nothing else is meant. */
const REACH = 22;

type Choice = Pick<BoardProps, "pieces" | "selected" | "targets" | "viewer">;

/**
 * The square meant by a tap on `tapped`, at a point of the drawing of which a unit is so many pixels wide.
 *
 * A piece and an offered square are meant themselves. Beside them it is the nearest square in reach that is offered,
 * or, when nothing is chosen yet, that holds an own piece.
 */
export function meantBy(plan: Plan, choice: Choice, tapped: Square | null, at: Point, unit: number): Square | null {
  const { pieces, selected, targets, viewer } = choice;
  const offered = targets.map(({ square }) => square);
  if (tapped !== null && (offered.includes(tapped) || pieces.some(({ square }) => square === tapped))) return tapped;
  const own = pieces.filter(({ side, kind }) => kind !== null && side === viewer).map(({ square }) => square);
  let [nearest, shortest] = [tapped, REACH];
  for (const square of selected === null ? own : offered) {
    const cell = plan.byName.get(square);
    if (!cell) continue;
    const away = Math.hypot(cell.cx - at[0], cell.cy - at[1]) * unit;
    if (away < shortest) [nearest, shortest] = [square, away];
  }
  return nearest;
}
