/** Where a piece of a kind could go, from the system's description; for the pictures on the rules page only. */

import type { Square, System, SystemSquare } from "../../../game/types";
import type { Reached, Sketch } from "../types";

type Step = readonly [number, number];
const AHEAD: Step = [0, 1];
const BACK: Step = [0, -1];
const SIDEWAYS: readonly Step[] = [
  [1, 0],
  [-1, 0],
];

const cell = (x: number, y: number) => `${x},${y}`;
const isWide = (square: SystemSquare) => square.tags.includes("headquarters");

/** Squares a piece of the first side reaches: `attack` where an enemy stands. */
export function reach(system: System, sketch: Sketch): readonly Reached[] {
  const start = system.squares.find(({ name }) => name === sketch.from);
  const kind = system.kinds.find(({ key }) => key === sketch.kind);
  if (!start || !kind) return [];
  const found = new Map<Square, boolean>();
  const enemies = new Set(sketch.enemy);
  const friends = new Set(sketch.own);
  const options = system.options_in_force;

  /** Goes from square to square and notes the ones that can be entered. */
  const go = (step: Step, limit: number, flies = false) => {
    for (const lane of lanes(start, step)) {
      let passes = true;
      for (const square of line(system, start, lane, step, flies ? options.plane_river : null).slice(0, limit)) {
        const isEnemy = enemies.has(square.name);
        const isTaken = isEnemy || friends.has(square.name);
        if (passes && !friends.has(square.name)) found.set(square.name, isEnemy);
        const jumps = flies && (options.plane_jump === "over_all" || (options.plane_jump === "own_only" && !isEnemy));
        if (isTaken && !jumps) passes = false;
        if (isWide(square)) break;
      }
    }
  };

  const everywhere = [AHEAD, BACK, ...SIDEWAYS];
  if (kind.moves === "step") for (const step of everywhere) go(step, 1);
  if (kind.moves === "slide") for (const step of everywhere) go(step, Number.POSITIVE_INFINITY);
  if (kind.moves === "step_or_two_ahead") {
    go(AHEAD, 2);
    for (const step of [BACK, ...SIDEWAYS]) go(step, 1);
  }
  if (kind.moves === "flight") {
    for (const step of [AHEAD, BACK]) go(step, Number.POSITIVE_INFINITY, true);
    const sideways = options.plane_sideways === "unlimited" ? Number.POSITIVE_INFINITY : Number(options.plane_sideways);
    for (const step of SIDEWAYS) go(step, sideways, sideways > 1);
  }
  return [...found].map(([square, attack]) => ({ square, attack }));
}

/** The columns on which a wide square is left: both when going straight, the outer one when going sideways. */
function lanes(start: SystemSquare, [dx]: Step): readonly number[] {
  if (dx > 0) return [start.x + start.width - 1];
  if (dx < 0) return [start.x];
  return Array.from({ length: start.width }, (_, index) => start.x + index);
}

/** The squares in a straight line. Without `river` each must be a neighbour of the one before. */
function line(system: System, start: SystemSquare, lane: number, [dx, dy]: Step, river: unknown): SystemSquare[] {
  const at = new Map<string, SystemSquare>();
  for (const square of system.squares) {
    for (let offset = 0; offset < square.width; offset++) at.set(cell(square.x + offset, square.y), square);
  }
  const adjacent = new Set(system.edges.flatMap(([a, b]) => [`${a} ${b}`, `${b} ${a}`]));
  const squares: SystemSquare[] = [];
  let before = start;
  for (let x = lane + dx, y = start.y + dy; ; x += dx, y += dy) {
    const next = at.get(cell(x, y));
    if (!next) return squares;
    if (next === before) continue;
    const crossesRiver = next.territory !== before.territory;
    const isOpen = adjacent.has(`${before.name} ${next.name}`) || (river === "any_column" && crossesRiver);
    if (!isOpen) return squares;
    squares.push(next);
    before = next;
  }
}
