/** What is drawn on the board, as paths in the plan's units: for the flat board and for the wood of the solid one. */

import type { Cell } from "../geometry";
import { type Arm, bendOf, type PointPlan } from "./plan";

export type Look =
  | "corner"
  | "panel"
  | "road"
  | "trail"
  | "rail"
  | "sleepers"
  | "mountain"
  | "snow"
  | "station"
  | "junction"
  | "camp"
  | "camp-ring"
  | "headquarters"
  | "headquarters-ring"
  | "closed";

/** One look, all of it in one path. */
export interface Ink {
  look: Look;
  path: string;
}

export interface Style {
  fill?: string;
  stroke?: string;
  width?: number;
  dash?: readonly [number, number];
  opacity?: number;
}

export const STYLES: Readonly<Record<Look, Style>> = {
  corner: { fill: "#4a2708", opacity: 0.3 },
  panel: { fill: "#fbe3b4", stroke: "#6b3f14", width: 0.02, opacity: 0.42 },
  road: { stroke: "#5b3410", width: 0.035 },
  trail: { stroke: "#5b3410", width: 0.03, dash: [0.05, 0.06] },
  rail: { stroke: "#33190a", width: 0.13 },
  sleepers: { stroke: "#f6e3bb", width: 0.075, dash: [0.14, 0.14] },
  mountain: { fill: "#7d5a33", stroke: "#3f240c", width: 0.022 },
  snow: { fill: "#f8ecd2" },
  station: { fill: "#f3d8a2", stroke: "#4f2a0b", width: 0.026 },
  junction: { fill: "#ecc888", stroke: "#33190a", width: 0.04 },
  camp: { fill: "#dcb877", stroke: "#4f2a0b", width: 0.03 },
  "camp-ring": { stroke: "#4f2a0b", width: 0.014 },
  headquarters: { fill: "#f9e4b8", stroke: "#8d3a1a", width: 0.036 },
  "headquarters-ring": { stroke: "#8d3a1a", width: 0.016 },
  closed: { fill: "#4a2708", opacity: 0.45 },
};

/** The lowest first. */
export function inksOf(plan: PointPlan): readonly Ink[] {
  const edges = (pairs: PointPlan["roads"]) => pairs.map(([one, two]) => edge(plan, one, two));
  const points = (tag: string, draw: (cell: Cell) => string) =>
    plan.cells.filter(({ tags }) => tags.includes(tag)).map(draw);
  const closed = plan.arms.filter(({ side }) => side === null);
  const inks: readonly (readonly [Look, readonly string[]])[] = [
    ["corner", corners(plan)],
    ["panel", plan.arms.map(panel)],
    ["road", edges(plan.roads)],
    ["trail", edges(plan.trails)],
    ["rail", [rails(plan)]],
    ["sleepers", [rails(plan)]],
    ["mountain", mountains(plan).map(mountain)],
    ["snow", mountains(plan).map(snow)],
    ["station", points("station", (cell) => block(plan, cell, 0.86))],
    ["junction", points("centre", (cell) => block(plan, cell, 0.78))],
    ["camp", points("camp", (cell) => circle(cell, 0.46))],
    ["camp-ring", points("camp", (cell) => circle(cell, 0.37))],
    ["headquarters", points("headquarters", (cell) => gate(plan, cell, 1))],
    ["headquarters-ring", points("headquarters", (cell) => gate(plan, cell, 0.84))],
    ["closed", closed.map(panel)],
  ];
  return inks.map(([look, paths]) => ({ look, path: paths.join("") })).filter(({ path }) => path !== "");
}

const n = (value: number) => Number(value.toFixed(3)).toString();

function edge(plan: PointPlan, one: string, two: string): string {
  const [from, to] = [plan.byName.get(one), plan.byName.get(two)];
  return from && to ? `M${n(from.cx)} ${n(from.cy)}L${n(to.cx)} ${n(to.cy)}` : "";
}

/** Along the lines, so that sleepers run through; what two lines share is drawn once. */
function rails(plan: PointPlan): string {
  const drawn = new Set<string>();
  let path = "";
  for (const line of plan.lines) {
    let pen: Cell | null = null;
    let before: Cell | undefined;
    for (const cell of line.flatMap((square) => plan.byName.get(square) ?? [])) {
      const name = before && [before.name, cell.name].sort().join();
      if (before && name && !drawn.has(name)) {
        drawn.add(name);
        const bend = bendOf(plan, before, cell);
        if (pen !== before) path += `M${n(before.cx)} ${n(before.cy)}`;
        path += `${bend ? `Q${n(bend[0])} ${n(bend[1])} ` : "L"}${n(cell.cx)} ${n(cell.cy)}`;
        pen = cell;
      }
      before = cell;
    }
  }
  return path;
}

/** What lies between the arms, where nobody goes. */
function corners(plan: PointPlan): readonly string[] {
  const taken = plan.cells.map(({ x, y }) => [x, y] as const);
  const left = Math.min(...plan.arms.filter(({ seat }) => seat % 2 === 0).map(({ x }) => x));
  const top = Math.min(...plan.arms.filter(({ seat }) => seat % 2 === 1).map(({ y }) => y));
  if (!Number.isFinite(left) || !Number.isFinite(top) || taken.some(([x, y]) => x < left && y < top)) return [];
  const gap = plan.margin;
  const [halfWidth, halfHeight] = [(left - gap) / 2, (top - gap) / 2];
  return [halfWidth, plan.width - halfWidth].flatMap((x) =>
    [halfHeight, plan.height - halfHeight].map((y) => rounded(x, y, halfWidth, halfHeight, 0.6)),
  );
}

function panel({ x, y, width, height }: Arm): string {
  return rounded(x + width / 2, y + height / 2, width / 2, height / 2, 0.16);
}

function rounded(x: number, y: number, halfWidth: number, halfHeight: number, radius: number): string {
  const [w, h] = [2 * (halfWidth - radius), 2 * (halfHeight - radius)];
  const arc = (dx: number, dy: number) => `a${n(radius)} ${n(radius)} 0 0 1 ${n(dx)} ${n(dy)}`;
  return (
    `M${n(x - halfWidth + radius)} ${n(y - halfHeight)}h${n(w)}${arc(radius, radius)}v${n(h)}` +
    `${arc(-radius, radius)}h${n(-w)}${arc(-radius, -radius)}v${n(-h)}${arc(radius, -radius)}Z`
  );
}

function block(plan: PointPlan, cell: Cell, part: number): string {
  const { width, height } = plan.form;
  return rounded(cell.cx, cell.cy, (width / 2) * part, (height / 2) * part, 0.07);
}

function circle({ cx, cy, width, height }: Cell, part: number): string {
  const radius = Math.min(width, height) * part;
  const arc = (dx: number) => `a${n(radius)} ${n(radius)} 0 1 1 ${n(dx)} 0`;
  return `M${n(cx - radius)} ${n(cy)}${arc(2 * radius)}${arc(-2 * radius)}Z`;
}

/** A gate with an arch, that shows round a piece. */
function gate(plan: PointPlan, cell: Cell, part: number): string {
  const x = Math.min(cell.width / 2 - 0.02, plan.form.width / 2 + 0.05) * part;
  const y = Math.min(cell.height / 2 - 0.01, plan.form.height / 2 + 0.07) * part;
  const shoulder = n(cell.cy - y * 0.25);
  return (
    `M${n(cell.cx - x)} ${n(cell.cy + y)}V${shoulder}` +
    `Q${n(cell.cx - x)} ${n(cell.cy - y)} ${n(cell.cx)} ${n(cell.cy - y)}` +
    `Q${n(cell.cx + x)} ${n(cell.cy - y)} ${n(cell.cx + x)} ${shoulder}V${n(cell.cy + y)}Z`
  );
}

/** Middle of the foot, and size. */
export type Mountain = readonly [x: number, y: number, size: number];

/** Between the ways over the front, or where they may be entered. */
export function mountains(plan: PointPlan): readonly Mountain[] {
  const entered = plan.cells.filter(({ tags }) => tags.includes("mountain"));
  if (entered.length > 0) return entered.map(({ cx, cy, height }) => [cx, cy + height * 0.42, 0.4] as const);
  const { divide } = plan;
  if (!divide) return [];
  const xs = divide.crossings.map(({ x, width }) => x + width / 2).sort((one, two) => one - two);
  return xs.slice(1).map((x, index) => [(x + (xs[index] ?? x)) / 2, divide.y + divide.height * 0.86, 0.34] as const);
}

/** Two peaks. */
function mountain([x, y, size]: Mountain): string {
  const at = (dx: number, dy: number) => `${n(x + dx * size)} ${n(y - dy * size)}`;
  return `M${at(-1.9, 0)}L${at(-0.7, 1.45)}L${at(-0.1, 0.8)}L${at(0.55, 1.75)}L${at(1.9, 0)}Z`;
}

function snow([x, y, size]: Mountain): string {
  const at = (dx: number, dy: number) => `${n(x + dx * size)} ${n(y - dy * size)}`;
  return (
    `M${at(0.55, 1.75)}L${at(0.26, 1.33)}L${at(0.48, 1.2)}L${at(0.64, 1.36)}L${at(0.82, 1.2)}L${at(0.92, 1.26)}Z` +
    `M${at(-0.7, 1.45)}L${at(-1, 1.08)}L${at(-0.76, 0.98)}L${at(-0.58, 1.1)}L${at(-0.44, 1.16)}Z`
  );
}
