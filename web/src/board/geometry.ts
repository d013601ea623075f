/**
 * Where the squares of a system lie in a drawing: pure. Each system's own folder says how to find it in the
 * description; everything here serves them all.
 *
 * Drawing units are square widths, x to the right and y down; (0, 0) is the corner of the squares' field.
 */

import type { Side, Square, System } from "../game/types";

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

/** What parts two rows, and where it is crossed. */
export interface Divide {
  /** The row above it. */
  after: number;
  look: "river" | "front";
  y: number;
  height: number;
  crossings: readonly { x: number; width: number }[];
}

export type Point = readonly [x: number, y: number];

/** A name beside the squares. */
export interface Label {
  text: string;
  x: number;
  y: number;
}

/** The outline of all pieces, in drawing units as seen from its owner. */
export interface Form {
  outline: "pentagon" | "block";
  width: number;
  height: number;
  /** Its side in a shape of its own, for whom colours do not tell it. */
  hasBadge: boolean;
}

/** Quarter turns clockwise from the near side of the board to where a side sits. */
export type Seat = 0 | 1 | 2 | 3;

export interface Plan {
  /** The key of the system, whose folder draws it. */
  system: string;
  columns: number;
  width: number;
  height: number;
  /** Round the squares, for their names. */
  margin: number;
  rows: readonly (readonly Cell[])[];
  cells: readonly Cell[];
  byName: ReadonlyMap<Square, Cell>;
  divide: Divide | null;
  labels: readonly Label[];
  /** Height of their letters. */
  labelSize: number;
  form: Form;
  /** How thick markers are, next to those on a board of squares. */
  markScale: number;
  seats: ReadonlyMap<Side, Seat>;
}

/** Is the place for the board higher than wide? */
export type Shape = "tall" | "wide";

export type Direction = "left" | "right" | "up" | "down";

/** From the near side of the board to `side`'s, by the middle of its territory, before anything is turned. */
export function seatOf(system: System, side: Side | null): Seat {
  const own = system.squares.filter((square) => square.territory === side);
  if (side === null) return 0;
  if (own.length === 0) return system.sides.indexOf(side) === 1 ? 2 : 0;
  const mean = (part: (square: System["squares"][number]) => number) =>
    own.reduce((sum, square) => sum + part(square), 0) / own.length;
  const right = mean((square) => square.x + (square.width - 1) / 2) - (system.width - 1) / 2;
  const up = mean((square) => square.y) - (system.height - 1) / 2;
  if (Math.abs(right) > Math.abs(up)) return right > 0 ? 3 : 1;
  return up > 0 ? 2 : 0;
}

/** Where every side sits when the board is seen from `near`; null: from the first side's. */
export function seatsFrom(system: System, near: Side | null): ReadonlyMap<Side, Seat> {
  const own = seatOf(system, near ?? system.sides[0] ?? null);
  return new Map(system.sides.map((side) => [side, ((seatOf(system, side) - own + 4) % 4) as Seat]));
}

/** Cells by rows from the far one, each from the left. */
export function inRows(cells: readonly Cell[], count: number): readonly (readonly Cell[])[] {
  return Array.from({ length: count }, (_, row) =>
    cells.filter((cell) => cell.row === row).sort((one, two) => one.column - two.column),
  );
}

/** Round all cells of a part of the board. */
export function boxOf(cells: readonly Cell[]): { x: number; y: number; width: number; height: number } {
  const [x, y] = [Math.min(...cells.map((cell) => cell.x)), Math.min(...cells.map((cell) => cell.y))];
  return {
    x,
    y,
    width: Math.max(...cells.map((cell) => cell.x + cell.width)) - x,
    height: Math.max(...cells.map((cell) => cell.y + cell.height)) - y,
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
