/** Straight lines over a board of squares, some of them wider than one column. */

import type { Side, Square, System, SystemSquare } from "./types";

export interface Path {
  readonly direction: "vertical" | "sideways" | "other";
  /** In squares entered. */
  readonly length: number;
  /** One step to a neighbour. */
  readonly isStep: boolean;
  /** Every square between is empty, and each step goes to a neighbour. */
  readonly isClear: boolean;
}

export interface Grid {
  path(from: Square, to: Square, occupied: ReadonlySet<Square>): Path;
  /** Away from the side's own back rank. */
  isAhead(side: Side, from: Square, to: Square): boolean;
  /** The square straight behind, towards the side's own back rank. */
  behind(side: Side, square: Square): Square | undefined;
}

export function gridOf(system: System): Grid {
  const squares = new Map(system.squares.map((square) => [square.name, square]));
  const edges = new Set(system.edges.flatMap(([a, b]) => [`${a} ${b}`, `${b} ${a}`]));
  const at = (x: number, y: number) =>
    system.squares.find((square) => square.y === y && square.x <= x && x < square.x + square.width);

  function isClear(line: readonly (SystemSquare | undefined)[], occupied: ReadonlySet<Square>): boolean {
    return line.every((square, index) => {
      const before = line[index - 1];
      if (!square) return false;
      if (before && !edges.has(`${before.name} ${square.name}`)) return false;
      const isBetween = index > 0 && index < line.length - 1;
      return !isBetween || (square.width === 1 && !occupied.has(square.name));
    });
  }

  function path(from: Square, to: Square, occupied: ReadonlySet<Square>): Path {
    const [a, b] = [squares.get(from), squares.get(to)];
    if (!a || !b) return { direction: "other", length: 0, isStep: false, isClear: false };
    const isStep = edges.has(`${from} ${to}`);
    if (a.y === b.y) {
      const line = along(a.x, b.x).map((x) => at(x, a.y));
      const once = line.filter((square, index) => square !== line[index - 1]);
      return { direction: "sideways", length: once.length - 1, isStep, isClear: isClear(once, occupied) };
    }
    const columns = columnsOf(a).filter((x) => columnsOf(b).includes(x));
    const lines = columns.map((x) => along(a.y, b.y).map((y) => at(x, y)));
    return {
      direction: columns.length > 0 ? "vertical" : "other",
      length: Math.abs(a.y - b.y),
      isStep,
      isClear: lines.some((line) => isClear(line, occupied)),
    };
  }

  /** +1 for the side whose territory lies at the low end. */
  function forward(side: Side): number {
    const own = system.squares.filter((square) => square.territory === side);
    const middle = (system.height - 1) / 2;
    return own.reduce((sum, square) => sum + square.y - middle, 0) <= 0 ? 1 : -1;
  }

  return {
    path,
    isAhead: (side, from, to) => ((squares.get(to)?.y ?? 0) - (squares.get(from)?.y ?? 0)) * forward(side) > 0,
    behind(side, square) {
      const here = squares.get(square);
      return here && at(here.x, here.y - forward(side))?.name;
    },
  };
}

function columnsOf({ x, width }: SystemSquare): number[] {
  return Array.from({ length: width }, (_, index) => x + index);
}

function along(from: number, to: number): number[] {
  const step = from <= to ? 1 : -1;
  return Array.from({ length: Math.abs(to - from) + 1 }, (_, index) => from + index * step);
}
