/** Frames, dots and sheets on the squares: each has a shape of its own, so that colour is not all. Pure. */

import type { Square } from "../../game/types";
import { wayShown } from "../drawings";
import { type Cell, cornersAround, type Plan, type Point, starCorners } from "../geometry";
import { dotScale, offeredEnd, targetMark } from "../look";
import { along, lengthOf } from "../motion";
import type { BoardProps } from "../props";

const COLOURS = {
  select: "#ffd21f",
  rim: "#2a1608",
  go: "#1b9a48",
  white: "#ffffff",
  attack: "#e0121b",
  trace: "#f07c00",
  focus: "#0b57d0",
} as const;

const FAINT = 0.28;
const SHADE = 0.58;

/** Corners on the ground, round the board's middle; a hole turns the other way. */
export type Ring = readonly (readonly [x: number, z: number])[];

/** One colour on the ground. */
export interface Mark {
  colour: string;
  opacity: number;
  /** Rings of one mark may overlap. */
  rings: readonly Ring[];
}

/** What is marked on the ground, the lowest first. */
export function marksOn(props: BoardProps, plan: Plan, focus: Square | null, over: Square | null): Mark[] {
  const marks: Mark[] = [];
  const scale = plan.markScale;
  const add = (colour: keyof typeof COLOURS, rings: readonly Ring[], opacity = 1) => {
    marks.push({ colour: COLOURS[colour], opacity, rings });
  };
  const on = (square: Square | null, draw: (cell: Cell) => void) => {
    const cell = square === null ? undefined : plan.byName.get(square);
    if (cell) draw({ ...cell, x: cell.x - plan.width / 2, y: cell.y - plan.height / 2 });
  };
  const way = (from: Square, to: Square, colour: "trace" | "go") => {
    const points = wayShown(plan, props, [from, to]).map(
      ([x, y]) => [x - plan.width / 2, y - plan.height / 2] as const,
    );
    if (points.length <= 2) return;
    add("white", strips(points, 0.065 * scale));
    add(
      colour,
      dashesOf(points, 0.32 * scale).flatMap((dash) => strips(dash, 0.038 * scale)),
    );
  };
  if (props.last) way(...props.last, "trace");
  for (const square of props.last ?? []) {
    on(square, (cell) => {
      add("trace", sheet(cell, 0.06), FAINT);
      add("trace", dashes(cell, 0.04, 0.075 * scale));
    });
  }
  const offered = offeredEnd({ ...props, focus, over });
  if (props.selected !== null && offered !== null) way(props.selected, offered, "go");
  on(over, (cell) => {
    add("white", sheet(cell, 0.04), FAINT);
    add("white", frame(cell, 0.01, 0.09 * scale));
  });
  for (const square of props.barred ?? []) on(square, (cell) => add("rim", sheet(cell, 0), SHADE));
  for (const target of props.targets) {
    const mark = targetMark(target);
    on(target.square, (cell) => {
      if (mark === "attack") {
        add("white", frame(cell, 0.015, 0.13 * scale));
        add("attack", frame(cell, 0.015 + 0.015 * scale, 0.08 * scale));
      } else {
        const radius = (mark === "wins" ? 0.31 : 0.17) * dotScale(plan);
        add("white", disc(cell, radius + 0.05));
        add("go", disc(cell, radius));
        if (mark === "wins") add("select", star(cell, radius * 0.71));
      }
    });
  }
  on(props.selected, (cell) => {
    add("rim", frame(cell, 0.005, 0.14 * scale));
    add("select", frame(cell, 0.005 + 0.02 * scale, 0.1 * scale));
  });
  on(focus, (cell) => {
    add("white", frame(cell, -0.05, 0.11 * scale));
    add("focus", frame(cell, -0.05 + 0.02 * scale, 0.07 * scale));
  });
  return marks;
}

function box(x0: number, z0: number, x1: number, z1: number): Ring {
  return [
    [x0, z0],
    [x1, z0],
    [x1, z1],
    [x0, z1],
  ];
}

function edges(cell: Cell, inset: number): readonly [number, number, number, number] {
  return [cell.x + inset, cell.y + inset, cell.x + cell.width - inset, cell.y + cell.height - inset];
}

function sheet(cell: Cell, inset: number): Ring[] {
  return [box(...edges(cell, inset))];
}

function frame(cell: Cell, inset: number, thick: number): Ring[] {
  return [box(...edges(cell, inset)), [...box(...edges(cell, inset + thick))].reverse()];
}

function dashes(cell: Cell, inset: number, thick: number): Ring[] {
  const [x0, z0, x1, z1] = edges(cell, inset);
  const rings: Ring[] = [];
  const along = (length: number, put: (from: number, to: number) => void) => {
    const count = Math.max(3, Math.round(length / 0.28));
    const step = length / (count - 0.3);
    for (let index = 0; index < count; index++) put(index * step, index * step + step * 0.7);
  };
  along(x1 - x0, (from, to) => {
    rings.push(box(x0 + from, z0, x0 + to, z0 + thick), box(x0 + from, z1 - thick, x0 + to, z1));
  });
  along(z1 - z0, (from, to) => {
    rings.push(box(x0, z0 + from, x0 + thick, z0 + to), box(x1 - thick, z0 + from, x1, z0 + to));
  });
  return rings;
}

function disc(cell: Cell, radius: number): Ring[] {
  const corners = cornersAround(28, () => radius);
  return [centred(cell, corners)];
}

function star(cell: Cell, radius: number): Ring[] {
  return [centred(cell, starCorners(5, radius, radius * 0.41))];
}

function centred(cell: Cell, corners: Ring): Ring {
  const [x, z] = [cell.x + cell.width / 2, cell.y + cell.height / 2];
  return corners.map(([dx, dz]) => [x + dx, z + dz] as const);
}

/** The two ends of every dash along a way, one in every `step`. */
function dashesOf(points: readonly Point[], step: number): readonly (readonly [Point, Point])[] {
  const count = Math.max(2, Math.round(lengthOf(points) / step));
  const part = 1 / (count - 0.4);
  return Array.from(
    { length: count },
    (_, index) => [along(points, index * part), along(points, (index + 0.6) * part)] as const,
  );
}

/** A strip from each point to the next. */
function strips(points: readonly Point[], half: number): Ring[] {
  return points.slice(1).flatMap((to, index): Ring[] => {
    const from = points[index] ?? to;
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
    const [x, z] = [((to[0] - from[0]) / length) * half, ((to[1] - from[1]) / length) * half];
    return [
      [
        [from[0] - x + z, from[1] - z - x],
        [to[0] + x + z, to[1] + z - x],
        [to[0] + x - z, to[1] + z + x],
        [from[0] - x - z, from[1] - z + x],
      ],
    ];
  });
}
