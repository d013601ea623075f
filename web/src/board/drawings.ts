/** The boards that can be drawn: every folder here with a `drawing.ts`, by the key of its system. */

import type { Side, Square, System } from "../game/types";
import type { Drawing } from "./drawing";
import type { Plan, Point, Shape } from "./geometry";

const found = import.meta.glob<Drawing>("./*/drawing.ts", { eager: true, import: "drawing" });
const byKey = new Map(Object.entries(found).map(([path, drawing]) => [path.split("/")[1], drawing]));

/** Throws for a system without a folder: a page that is older than its server. */
export function drawingOf(system: string): Drawing {
  const drawing = byKey.get(system);
  if (!drawing) throw new Error(`no board is drawn for ${system}`);
  return drawing;
}

export function planOf(system: System, near: Side | null, shape: Shape = "wide", part: Side | null = null): Plan {
  return drawingOf(system.key).plan(system, near, shape, part);
}

/** The way of a ply from one square to another, past the pieces that stand now. */
export function wayShown(
  plan: Plan,
  { pieces }: { pieces: readonly { square: Square }[] },
  [from, to]: readonly [Square, Square],
): readonly Point[] {
  const taken = new Set(pieces.map(({ square }) => square));
  return drawingOf(plan.system).route(plan, from, to, (square) => !taken.has(square));
}
