import { Mesh } from "three";
import { canvasOf, drawWood } from "../scene/paint";
import { Solid } from "../scene/solid";
import { ledgeOf, OAK, planks, SHARP, shaded, stuff, THICK, tray, writeLabels } from "../scene/wood";
import { inksOf, mountains, STYLES } from "./ink";
import type { PointPlan } from "./plan";

/** Dots of the largest board's texture, across or down. */
const MOST = 2048;
/** How far a line cut into the wood catches the light at its lower edge. */
const CUT = 0.018;

/** The board below the pieces, round the origin: a slab with everything cut into it, mountains, tray. */
export function ground(plan: PointPlan): Mesh[] {
  const [reach, deep] = [plan.width / 2 + plan.margin, plan.height / 2 + plan.margin];
  const ledge = ledgeOf(plan);
  const slab = new Solid().slip(-reach, -deep - ledge, reach, deep, 0).group(0);
  slab.box([0, -THICK / 2 - 0.002, -ledge / 2], [2 * reach, THICK, 2 * deep + ledge]).group(1);
  const side = stuff(planks("#a8702f", "#54300e", "#d7a35c"), 0.6);
  const meshes = [shaded(new Mesh(slab.build(), [stuff(engraved(plan), 0.9), side])), tray(plan)];
  const rocks = peaks(plan);
  if (rocks.length === 0) return meshes;
  const solid = new Solid();
  for (const [x, y, size] of rocks) cone(solid, x - plan.width / 2, y - plan.height / 2, size);
  const rock = stuff(planks("#8a6a44", "#4a3116", "#c9ab80"), 0.9);
  return [...meshes, shaded(new Mesh(solid.build(), rock))];
}

function engraved(plan: PointPlan): HTMLCanvasElement {
  const [wide, high] = [plan.width + 2 * plan.margin, plan.height + 2 * plan.margin + ledgeOf(plan)];
  const sharp = Math.min(SHARP, MOST / Math.max(wide, high));
  const [canvas, context] = canvasOf(wide * sharp, high * sharp);
  drawWood(context, canvas.width, canvas.height, { ...OAK, lines: 240, seed: 77 });
  context.scale(sharp, sharp);
  context.translate(plan.margin, plan.margin + ledgeOf(plan));
  context.lineJoin = "round";
  const stands = peaks(plan).length > 0;
  for (const { look, path } of inksOf(plan)) {
    if (stands && (look === "mountain" || look === "snow")) continue;
    const { fill, stroke, width, dash, opacity } = STYLES[look];
    const line = new Path2D(path);
    context.globalAlpha = opacity ?? 1;
    context.setLineDash(dash ? [...dash] : []);
    context.lineWidth = width ?? 0;
    if (stroke && !dash) {
      context.save();
      context.translate(CUT, CUT);
      context.strokeStyle = "rgba(255, 240, 205, 0.55)";
      context.stroke(line);
      context.restore();
    }
    if (fill) {
      context.fillStyle = fill;
      context.fill(line);
    }
    if (stroke) {
      context.strokeStyle = stroke;
      context.stroke(line);
    }
  }
  context.globalAlpha = 1;
  context.setLineDash([]);
  writeLabels(context, plan, -Infinity, Infinity);
  return canvas;
}

/** The two peaks of every mountain, middle and size; none where one may be entered. */
function peaks(plan: PointPlan): readonly (readonly [x: number, y: number, size: number])[] {
  if (plan.divide === null) return [];
  return mountains(plan).flatMap(([x, y, size]) => {
    const z = y - size * 0.62;
    return [[x - size * 0.75, z + 0.02, size * 0.8] as const, [x + size * 0.6, z, size] as const];
  });
}

/** A rock of six sides, standing on the ground. */
function cone(solid: Solid, x: number, z: number, size: number): void {
  const count = 6;
  const top = [x, size * 1.15, z] as const;
  const foot = (index: number) => {
    const angle = (index * 2 * Math.PI) / count + 0.3;
    const radius = size * (index % 2 === 0 ? 0.95 : 0.75);
    return [x + Math.cos(angle) * radius, 0, z + Math.sin(angle) * radius * 0.75] as const;
  };
  for (let index = 0; index < count; index++) solid.face([foot(index + 1), foot(index), top]);
}
