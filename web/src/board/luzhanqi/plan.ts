/** A board of points joined by roads and rails, for two players or four, turned so that the near side's arm is below. */

import type { Side, Square, System, SystemSquare } from "../../game/types";
import {
  boxOf,
  type Cell,
  type Divide,
  type Form,
  inRows,
  type Plan,
  type Point,
  type Seat,
  type Shape,
  seatOf,
  seatsFrom,
} from "../geometry";
import { labelsOf } from "./labels";

type Pair = readonly [Square, Square];

/** The rectangle of a side's own points. */
export interface Arm {
  /** null: nobody plays it. */
  side: Side | null;
  x: number;
  y: number;
  width: number;
  height: number;
  seat: Seat;
}

export interface PointPlan extends Plan {
  roads: readonly Pair[];
  rails: readonly Pair[];
  /** Ways into the mountains. */
  trails: readonly Pair[];
  lines: readonly (readonly Square[])[];
  /** Neighbours on rails. */
  byRail: ReadonlyMap<Square, readonly Square[]>;
  arms: readonly Arm[];
}

/** How a board is drawn: a column is 1 wide. */
interface Measures {
  row: number;
  margin: number;
  labelSize: number;
  markScale: number;
  form: Form;
}

/** The strip between two armies, where nobody stands. */
const FRONT = 0.72;
const TWO: Measures = {
  row: 0.66,
  margin: 0.4,
  labelSize: 0.21,
  markScale: 0.75,
  form: { outline: "block", width: 0.84, height: 0.54, hasBadge: false },
};
// why two: on a phone a column is 20 pixels wide, and names fit on a piece only one sign under the other
const FOUR: Readonly<Record<Shape, Measures>> = {
  wide: {
    row: 0.9,
    margin: 0.56,
    labelSize: 0.3,
    markScale: 1.1,
    form: { outline: "block", width: 0.88, height: 0.76, hasBadge: true },
  },
  tall: {
    row: 1.6,
    margin: 0.56,
    labelSize: 0.42,
    markScale: 1.5,
    form: { outline: "block", width: 0.92, height: 1.48, hasBadge: true },
  },
};

export function planOf(whole: System, near: Side | null, shape: Shape, part: Side | null = null): PointPlan {
  const system = part === null ? whole : partOf(whole, part);
  const seat = seatOf(whole, near ?? whole.sides[0] ?? null);
  const all = system.squares.map((square) => ({ square, ...turned(square, whole, seat) }));
  const [left, top] = [Math.min(...all.map(({ column }) => column)), Math.min(...all.map(({ row }) => row))];
  const places = all.map((place) => ({ ...place, column: place.column - left, row: place.row - top }));
  const used = [...new Set(places.map(({ row }) => row))].sort((one, two) => one - two);
  const isUsed = (row: number) => used.includes(row);
  const columns = Math.max(...places.map(({ column }) => column)) + 1;
  const rows = Math.max(...used) + 1;
  const measures = columns > 9 ? FOUR[shape] : TWO;
  const tops: number[] = [0];
  for (let row = 0; row < rows; row++) tops.push((tops[row] ?? 0) + (isUsed(row) ? measures.row : FRONT));
  const rails = system.rails ?? [];
  const byRail = neighbours(rails);
  const cells = places.map(({ square, column, row }): Cell => {
    const [y, end] = [tops[row] ?? 0, tops[row + 1] ?? 0];
    return {
      name: square.name,
      x: column,
      y,
      width: 1,
      height: end - y,
      cx: column + 0.5,
      cy: (y + end) / 2,
      row: used.indexOf(row),
      column,
      territory: square.territory,
      tags: tagsOf(square, byRail),
    };
  });
  const byName = new Map(cells.map((cell) => [cell.name, cell]));
  return {
    system: system.key,
    columns,
    width: columns,
    height: tops[rows] ?? 0,
    margin: measures.margin,
    labelSize: measures.labelSize,
    rows: inRows(cells, used.length),
    cells,
    byName,
    divide: divideOf(tops, isUsed, rails, byName),
    labels: labelsOf(system.squares, byName, measures.margin),
    form: measures.form,
    markScale: measures.markScale,
    seats: seatsFrom(whole, near),
    roads: system.roads ?? [],
    rails,
    trails: Object.entries(system.mountains ?? {}).flatMap(([top, feet]) => feet.map((foot) => [foot, top] as const)),
    lines: system.lines ?? [],
    byRail,
    arms: armsOf(whole, near, byName),
  };
}

/** A side's territory alone. */
function partOf(system: System, side: Side): System {
  const squares = system.squares.filter(({ territory }) => territory === side);
  const names = new Set(squares.map(({ name }) => name));
  const within = (pairs: readonly Pair[] = []) => pairs.filter((pair) => pair.every((name) => names.has(name)));
  const lines = (system.lines ?? []).map((line) => line.filter((name) => names.has(name)));
  const { roads, rails } = system;
  return { ...system, squares, roads: within(roads), rails: within(rails), lines, mountains: {} };
}

/** Column and row, from the far left, of a square seen from a seat. */
function turned({ x, y }: SystemSquare, { width, height }: System, seat: Seat): { column: number; row: number } {
  const [right, up] = [width - 1, height - 1];
  switch (seat) {
    case 0:
      return { column: x, row: up - y };
    case 1:
      return { column: up - y, row: right - x };
    case 2:
      return { column: right - x, row: y };
    case 3:
      return { column: y, row: x };
  }
}

function tagsOf({ name, type, is_closed }: SystemSquare, byRail: ReadonlyMap<Square, unknown>): readonly string[] {
  return [...(type ? [type] : []), ...(byRail.has(name) ? ["rail"] : []), ...(is_closed ? ["closed"] : [])];
}

function neighbours(pairs: readonly Pair[]): ReadonlyMap<Square, readonly Square[]> {
  const found = new Map<Square, Square[]>();
  for (const [one, two] of pairs) {
    found.set(one, [...(found.get(one) ?? []), two]);
    found.set(two, [...(found.get(two) ?? []), one]);
  }
  return found;
}

/** The strip without points, and the rails across it; cells count only rows with points. */
function divideOf(
  tops: readonly number[],
  isUsed: (row: number) => boolean,
  rails: readonly Pair[],
  byName: ReadonlyMap<Square, Cell>,
): Divide | null {
  const row = tops.findIndex((_, index) => index > 0 && index + 1 < tops.length && !isUsed(index));
  if (row < 0) return null;
  const [y, end] = [tops[row] ?? 0, tops[row + 1] ?? 0];
  const crossings = rails.flatMap(([one, two]) => {
    const [above, below] = [byName.get(one)?.row ?? 0, byName.get(two)?.row ?? 0].sort((a, b) => a - b);
    const x = byName.get(one)?.cx;
    return x !== undefined && above === row - 1 && below === row ? [{ x: x - 0.1, width: 0.2 }] : [];
  });
  return { look: "front", after: row - 1, y, height: end - y, crossings };
}

function armsOf(system: System, near: Side | null, byName: ReadonlyMap<Square, Cell>): Arm[] {
  const seats = seatsFrom(system, near);
  const arm = (side: Side | null, squares: readonly SystemSquare[], seat: Seat): Arm[] => {
    const cells = squares.flatMap(({ name }) => byName.get(name) ?? []);
    return cells.length === 0 ? [] : [{ side, seat, ...boxOf(cells) }];
  };
  const played = system.sides.flatMap((side) =>
    arm(
      side,
      system.squares.filter(({ territory }) => territory === side),
      seats.get(side) ?? 0,
    ),
  );
  const taken = new Set(played.map(({ seat }) => seat));
  const free = ([0, 1, 2, 3] as const).find((seat) => !taken.has(seat)) ?? 0;
  return [
    ...played,
    ...arm(
      null,
      system.squares.filter((square) => square.is_closed),
      free,
    ),
  ];
}

/** Where a rail between two points bends: round the corner of the middle, at its inner side; null: it is straight. */
export function bendOf(plan: PointPlan, from: Cell, to: Cell): Point | null {
  if (from.cx === to.cx || from.cy === to.cy) return null;
  const [x, y] = [plan.width / 2, plan.height / 2];
  const inner = (one: number, two: number, middle: number) =>
    Math.abs(one - middle) < Math.abs(two - middle) ? one : two;
  const corner = [inner(from.cx, to.cx, x), inner(from.cy, to.cy, y)] as const;
  // Short of the corner's own point.
  const part = 0.8;
  const half = [(from.cx + to.cx) / 2, (from.cy + to.cy) / 2] as const;
  return [half[0] + (corner[0] - half[0]) * part, half[1] + (corner[1] - half[1]) * part];
}
