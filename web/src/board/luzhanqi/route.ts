/** The way of a piece over roads and rails: from what everybody sees, so it tells nothing that is hidden. */

import type { Square } from "../../game/types";
import type { Point } from "../geometry";
import { bendOf, type PointPlan } from "./plan";

/** Steps that draw a bend. */
const BENDS = 6;

/**
 * The points passed, ends included: along a straight rail where one is free, else the shortest free way by rail, as
 * only some may turn. Two points where they are neighbours, or where no rail leads there.
 */
export function wayOf(
  plan: PointPlan,
  from: Square,
  to: Square,
  isFree: (square: Square) => boolean,
): readonly Square[] {
  if (plan.byRail.get(from)?.includes(to)) return [from, to];
  const straight = plan.lines
    .map((line) => between(line, from, to))
    .filter((way) => way.length > 0 && way.slice(1, -1).every(isFree))
    .sort((one, two) => one.length - two.length)[0];
  return straight ?? shortest(plan, from, to, isFree) ?? [from, to];
}

/** The part of a line that leads from one of its points to another; empty when it does not hold both. */
function between(line: readonly Square[], from: Square, to: Square): readonly Square[] {
  const [start, end] = [line.indexOf(from), line.indexOf(to)];
  if (start < 0 || end < 0) return [];
  return start < end ? line.slice(start, end + 1) : line.slice(end, start + 1).reverse();
}

function shortest(
  plan: PointPlan,
  from: Square,
  to: Square,
  isFree: (square: Square) => boolean,
): readonly Square[] | null {
  const ways: Square[][] = [[from]];
  const seen = new Set([from]);
  for (const way of ways) {
    for (const next of plan.byRail.get(way[way.length - 1] ?? "") ?? []) {
      if (next === to) return [...way, next];
      if (seen.has(next) || !isFree(next)) continue;
      seen.add(next);
      ways.push([...way, next]);
    }
  }
  return null;
}

/** Where that way runs in the drawing. */
export function routeOf(
  plan: PointPlan,
  from: Square,
  to: Square,
  isFree: (square: Square) => boolean,
): readonly Point[] {
  const cells = wayOf(plan, from, to, isFree).flatMap((square) => plan.byName.get(square) ?? []);
  return cells.flatMap((cell, index) => {
    const before = cells[index - 1];
    const bend = before && bendOf(plan, before, cell);
    const isRail = before && plan.byRail.get(before.name)?.includes(cell.name);
    if (!before || !bend || !isRail) return [[cell.cx, cell.cy] as const];
    return Array.from({ length: BENDS }, (_, step) => {
      const t = (step + 1) / BENDS;
      const mix = (a: number, b: number, c: number) => (1 - t) ** 2 * a + 2 * t * (1 - t) * b + t ** 2 * c;
      return [mix(before.cx, bend[0], cell.cx), mix(before.cy, bend[1], cell.cy)] as const;
    });
  });
}
