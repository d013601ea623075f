/** A board of squares, with a river where squares are joined by bridges. */

import type { Side, Square, System, SystemSquare } from "../../game/types";
import { type Cell, inRows, type Label, type Plan, seatOf, seatsFrom } from "../geometry";
import { PENTAGON } from "../look";

/** A row is a little higher than a column is wide: pieces are taller than wide. */
export const ROW = 1.12;
export const RIVER = 0.86;
const MARGIN = 0.4;
const BRIDGE = 0.56;

export interface Bridge {
  ends: readonly [Square, Square];
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface SquarePlan extends Plan {
  /** The far side's rows come first when seen from `near`. */
  turned: boolean;
  bridges: readonly Bridge[];
}

/** The y of the row below the river; null where nothing is bridged. */
function riverAbove(system: System, at: ReadonlyMap<Square, SystemSquare>): number | null {
  const lows = system.bridges.flatMap(([one, two]) => {
    const ends = [at.get(one)?.y, at.get(two)?.y].filter((y) => y !== undefined);
    return ends.length === 2 && ends[0] !== ends[1] ? [Math.min(...ends)] : [];
  });
  return lows.length === 0 ? null : Math.min(...lows);
}

/** What all plain squares of a line have in common at one end of their names ("c5": column c, row 5). */
function commonName(squares: readonly SystemSquare[], part: 1 | 2): string | null {
  const names = new Set(
    squares.filter((square) => square.width === 1).map((square) => /^([a-z]+)(\d+)$/.exec(square.name)?.[part] ?? ""),
  );
  const [name] = names;
  return names.size === 1 && name ? name : null;
}

export function planOf(system: System, near: Side | null): SquarePlan {
  const turned = seatOf(system, near ?? system.sides[0] ?? null) === 2;
  const at = new Map(system.squares.map((square) => [square.name, square]));
  const low = riverAbove(system, at);
  const last = system.height - 1;
  const after = low === null ? null : turned ? low : last - low - 1;
  const top = (row: number) => row * ROW + (after !== null && row > after ? RIVER : 0);

  const cells = system.squares.map((square): Cell => {
    const column = turned ? system.width - square.x - square.width : square.x;
    const row = turned ? square.y : last - square.y;
    const y = top(row);
    return {
      name: square.name,
      x: column,
      y,
      width: square.width,
      height: ROW,
      cx: column + square.width / 2,
      cy: y + ROW / 2,
      row,
      column,
      territory: square.territory,
      tags: square.tags,
    };
  });
  const byName = new Map(cells.map((cell) => [cell.name, cell]));
  const rows = inRows(cells, system.height);
  const river = after === null ? null : { y: top(after) + ROW, height: RIVER };
  const bridges = system.bridges.flatMap((ends): Bridge[] => {
    const [one, two] = [byName.get(ends[0]), byName.get(ends[1])];
    if (!one || !two || !river) return [];
    return [{ ends, x: (one.cx + two.cx) / 2 - BRIDGE / 2, width: BRIDGE, ...river }];
  });
  const [width, height] = [system.width, top(last) + ROW];
  const inSystem = (cell: Cell) => at.get(cell.name) as SystemSquare;
  const labels: Label[] = [];
  for (let column = 0; column < width; column++) {
    const text = commonName(cells.filter((cell) => cell.column === column).map(inSystem), 1);
    if (text) for (const y of [-MARGIN / 2, height + MARGIN / 2]) labels.push({ text, x: column + 0.5, y });
  }
  for (const row of rows) {
    const text = commonName(row.map(inSystem), 2);
    if (text) for (const x of [-MARGIN / 2, width + MARGIN / 2]) labels.push({ text, x, y: row[0]?.cy ?? 0 });
  }
  return {
    system: system.key,
    turned,
    columns: width,
    width,
    height,
    margin: MARGIN,
    rows,
    cells,
    byName,
    divide: river === null || after === null ? null : { look: "river", after, crossings: bridges, ...river },
    bridges,
    labels,
    labelSize: 0.21,
    form: PENTAGON,
    markScale: 1,
    seats: seatsFrom(system, near),
  };
}
