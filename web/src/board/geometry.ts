/**
 * Where the squares of a system lie in a drawing: pure, and told everything by the system's description.
 *
 * Drawing units are square widths, x to the right and y down; (0, 0) is the corner of the squares' field.
 * Boards of squares only; points and rails (Luzhanqi) will be another `Plan` of the same shape.
 */

import type { Side, Square, System, SystemSquare } from "../game/types";

/** A row is a little higher than a column is wide: pieces are taller than wide. */
export const ROW = 1.12;
export const RIVER = 0.86;
/** Around the squares, for the names of columns and rows. */
export const MARGIN = 0.4;

export interface Cell {
  name: Square;
  x: number;
  y: number;
  width: number;
  height: number;
  /** The middle. */
  cx: number;
  cy: number;
  row: number;
  column: number;
  territory: Side | null;
  tags: readonly string[];
}

export interface Bridge {
  ends: readonly [Square, Square];
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Plan {
  /** The far side's rows come first when seen from `near`. */
  turned: boolean;
  columns: number;
  width: number;
  height: number;
  rows: readonly (readonly Cell[])[];
  cells: readonly Cell[];
  byName: ReadonlyMap<Square, Cell>;
  /** `after`: the row above it. */
  river: { y: number; height: number; after: number } | null;
  bridges: readonly Bridge[];
  columnNames: readonly (string | null)[];
  rowNames: readonly (string | null)[];
}

export type Direction = "left" | "right" | "up" | "down";

/** Does seeing the board from `near` turn it by half? Rows of y = 0 are near otherwise. */
export function isTurned(system: System, near: Side | null): boolean {
  const side = near ?? system.sides[0];
  if (side === undefined) return false;
  const own = system.squares.filter((square) => square.territory === side);
  if (own.length === 0) return system.sides.indexOf(side) === 1;
  const middle = own.reduce((sum, square) => sum + square.y, 0) / own.length;
  return middle > (system.height - 1) / 2;
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

export function planOf(system: System, near: Side | null): Plan {
  const turned = isTurned(system, near);
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
  const rows = Array.from({ length: system.height }, (_, row) =>
    cells.filter((cell) => cell.row === row).sort((one, two) => one.column - two.column),
  );
  const river = after === null ? null : { y: top(after) + ROW, height: RIVER, after };
  const bridges = system.bridges.flatMap((ends): Bridge[] => {
    const [one, two] = [byName.get(ends[0]), byName.get(ends[1])];
    if (!one || !two || !river) return [];
    const width = 0.56;
    return [{ ends, x: (one.cx + two.cx) / 2 - width / 2, y: river.y, width, height: river.height }];
  });
  const inSystem = (cell: Cell) => at.get(cell.name) as SystemSquare;
  return {
    turned,
    columns: system.width,
    width: system.width,
    height: top(last) + ROW,
    rows,
    cells,
    byName,
    river,
    bridges,
    columnNames: Array.from({ length: system.width }, (_, column) =>
      commonName(cells.filter((cell) => cell.column === column).map(inSystem), 1),
    ),
    rowNames: rows.map((row) => commonName(row.map(inSystem), 2)),
  };
}

/** The square under a point of the drawing; null in the river, on a line outside, or beyond the edge. */
export function squareAt(plan: Plan, x: number, y: number): Square | null {
  const found = plan.cells.find(
    (cell) => x >= cell.x && x < cell.x + cell.width && y >= cell.y && y < cell.y + cell.height,
  );
  return found?.name ?? null;
}

/**
 * The next stop of an arrow key. `column` is where the walker wants to be when a row offers several squares:
 * going up through a two columns wide square and out again stays in the column it came from.
 */
export function stepFrom(plan: Plan, from: Square, direction: Direction, column: number): Square {
  const cell = plan.byName.get(from);
  if (!cell) return from;
  if (direction === "left" || direction === "right") {
    const row = plan.rows[cell.row] ?? [];
    const next = row[row.indexOf(cell) + (direction === "left" ? -1 : 1)];
    return next?.name ?? from;
  }
  const row = plan.rows[cell.row + (direction === "up" ? -1 : 1)];
  if (!row || row.length === 0) return from;
  const held = Math.min(Math.max(column, cell.column), cell.column + cell.width - 1);
  const over = row.find((other) => held >= other.column && held < other.column + other.width);
  if (over) return over.name;
  const nearest = [...row].sort((one, two) => Math.abs(one.cx - held - 0.5) - Math.abs(two.cx - held - 0.5))[0];
  return nearest?.name ?? from;
}

/** First and last stop of a row, or of the whole board. */
export function endOf(plan: Plan, from: Square, end: "first" | "last", whole: boolean): Square {
  const cell = plan.byName.get(from);
  const row = whole ? plan.rows.flat() : (plan.rows[cell?.row ?? 0] ?? []);
  return (end === "first" ? row[0] : row[row.length - 1])?.name ?? from;
}

/** Where the keyboard starts: the middle of the nearest row. */
export function homeOf(plan: Plan): Square | null {
  const row = plan.rows[plan.rows.length - 1] ?? [];
  return row[Math.floor(row.length / 2)]?.name ?? null;
}

/** A step of `length` from `from` towards `to`. */
export function shortOf(from: Cell, to: Cell, length: number): readonly [number, number] {
  const [x, y] = [to.cx - from.cx, to.cy - from.cy];
  const whole = Math.hypot(x, y) || 1;
  return [(x / whole) * length, (y / whole) * length];
}

/** Corners round (0, 0), the first on the far side, then clockwise; `radius` is told the corner's number. */
export function cornersAround(count: number, radius: (index: number) => number): (readonly [x: number, y: number])[] {
  return Array.from({ length: count }, (_, index) => {
    const angle = (index * 2 * Math.PI) / count;
    return [Math.sin(angle) * radius(index), -Math.cos(angle) * radius(index)] as const;
  });
}

/** The corners of a star round (0, 0), by turns its tips and those between them. */
export function starCorners(tips: number, outer: number, inner: number): (readonly [x: number, y: number])[] {
  return cornersAround(2 * tips, (index) => (index % 2 === 0 ? outer : inner));
}
