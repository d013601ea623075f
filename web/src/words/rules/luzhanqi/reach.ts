/** Where a piece could go by road and rail, from the description; for the pictures on the rules page only. */

import type { Square, System } from "../../../game/types";
import { squareNamed } from "../square";
import type { Reached, Sketch } from "../types";

const TURNING_STEPS = 3;

/** Squares a piece of the first side reaches: `attack` where an enemy stands that may be attacked. */
export function reach(system: System, { kind, from, own = [], enemy = [] }: Sketch): readonly Reached[] {
  const named = (names: readonly Square[]) => new Set(names.map((name) => squareNamed(system, name)?.name ?? name));
  const [friends, enemies] = [named(own), named(enemy)];
  const start = squareNamed(system, from)?.name ?? from;
  const isTaken = (square: Square) => friends.has(square) || enemies.has(square);
  const isEngineer = kind === "engineer";
  const reached = new Set([
    ...(neighbours(system, "roads").get(start) ?? []),
    ...slopes(system, start, isEngineer),
    ...byRail(system, start, isEngineer, isTaken),
  ]);
  reached.delete(start);
  return system.squares
    .filter(({ name, type, is_closed: isClosed }) => {
      const isSafe = isTaken(name) && (type === "camp" || type === "mountain");
      return reached.has(name) && !friends.has(name) && !isSafe && !isClosed;
    })
    .map(({ name }) => ({ square: name, attack: enemies.has(name) }));
}

function neighbours(system: System, ways: "roads" | "rails"): ReadonlyMap<Square, readonly Square[]> {
  const found = new Map<Square, Square[]>();
  for (const [a, b] of system[ways] ?? []) {
    found.set(a, [...(found.get(a) ?? []), b]);
    found.set(b, [...(found.get(b) ?? []), a]);
  }
  return found;
}

/** Into a mountain, where an option opens it to the piece. */
function slopes({ mountains = {}, options_in_force: options }: System, start: Square, isEngineer: boolean): Square[] {
  if (options.mountains === "engineer" && !isEngineer) return [];
  return Object.keys(mountains).filter((name) => mountains[name]?.includes(start));
}

function byRail(system: System, start: Square, isEngineer: boolean, isTaken: (square: Square) => boolean): Square[] {
  if (isEngineer) return spread(system, start, Number.POSITIVE_INFINITY, isTaken);
  if (system.options_in_force.rail_rule === "max3_turns") return spread(system, start, TURNING_STEPS, isTaken);
  return (system.lines ?? [])
    .filter((line) => line.includes(start))
    .flatMap((line) => {
      const at = line.indexOf(start);
      return [line.slice(at + 1), line.slice(0, at).reverse()];
    })
    .flatMap((way) => {
      const met = way.findIndex(isTaken);
      return met < 0 ? way : way.slice(0, met + 1);
    });
}

/** Along rails and round corners, over free squares, up to the first taken one of each way. */
function spread(system: System, start: Square, steps: number, isTaken: (square: Square) => boolean): Square[] {
  const rails = neighbours(system, "rails");
  const seen = new Set([start]);
  let edge: readonly Square[] = [start];
  for (let step = 0; step < steps && edge.length > 0; step++) {
    const ahead = edge.flatMap((square) => rails.get(square) ?? []).filter((square) => !seen.has(square));
    for (const square of ahead) seen.add(square);
    edge = [...new Set(ahead)].filter((square) => !isTaken(square));
  }
  return [...seen];
}
