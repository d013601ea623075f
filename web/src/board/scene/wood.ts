/** What boards are made of. */

import { Mesh, MeshStandardMaterial, RepeatWrapping } from "three";
import type { Label, Plan } from "../geometry";
import { canvasOf, drawWood, textureOf } from "./paint";
import { Solid } from "./solid";

/** Dots of a texture per square. */
export const SHARP = 112;
/** Of a slab that pieces stand on. */
export const THICK = 0.34;
/** How wide the tray's rim is. */
const RIM = 0.15;
export const OAK = { base: "#cf9c57", dark: "#754312", light: "#f3cf91" };

export function stuff(canvas: HTMLCanvasElement, roughness: number): MeshStandardMaterial {
  const map = textureOf(canvas);
  map.wrapS = map.wrapT = RepeatWrapping;
  return new MeshStandardMaterial({ map, roughness });
}

export function shaded<T extends Mesh>(mesh: T): T {
  mesh.castShadow = mesh.receiveShadow = true;
  return mesh;
}

export function planks(base: string, dark: string, light: string): HTMLCanvasElement {
  const [canvas, context] = canvasOf(256, 256);
  drawWood(context, 256, 256, { base, dark, light, lines: 60, seed: 5 });
  return canvas;
}

/** So much further reaches the far edge: names there stand past the pieces that would hide them. */
export function ledgeOf({ form }: Pick<Plan, "form">): number {
  return 0.58 * form.height;
}

/** What the eye holds: how far the board reaches from its middle to the sides, away and near, and how high. */
export function holding(plan: Plan): [number, number, number, number] {
  const { width, height, margin, form } = plan;
  const near = height / 2 + margin + RIM;
  return [width / 2 + margin + RIM, near + ledgeOf(plan), near, form.height + 0.01];
}

/** The rim of the board and its floor, round the origin. */
export function tray(plan: Plan): Mesh {
  const [reach, deep] = [plan.width / 2 + plan.margin, plan.height / 2 + plan.margin];
  const ledge = ledgeOf(plan);
  const [middle, long] = [-ledge / 2, 2 * deep + ledge + 0.3];
  const solid = new Solid()
    .box([0, -0.5, middle], [2 * reach + 0.3, 0.36, long])
    .box([-reach - 0.075, -0.22, middle], [0.15, 0.42, long])
    .box([reach + 0.075, -0.22, middle], [0.15, 0.42, long])
    .box([0, -0.22, -deep - ledge - 0.075], [2 * reach, 0.42, 0.15])
    .box([0, -0.22, deep + 0.075], [2 * reach, 0.42, 0.15]);
  return shaded(new Mesh(solid.build(), stuff(planks("#8a5526", "#3f2008", "#b87f45"), 0.6)));
}

/** Writes the names of squares that lie between two heights of the drawing, in its units. */
export function writeLabels(context: CanvasRenderingContext2D, plan: Plan, top: number, bottom: number): void {
  context.fillStyle = "#3b1e06";
  context.font = `600 ${plan.labelSize * 1.14}px system-ui, sans-serif`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  for (const { text, x, y } of solidLabels(plan)) if (y > top && y < bottom) context.fillText(text, x, y);
}

/** The names beside the squares as they stand on a solid board. */
export function solidLabels(plan: Pick<Plan, "labels" | "form">): readonly Label[] {
  return plan.labels.map((label) => (label.y < 0 ? { ...label, y: label.y - ledgeOf(plan) } : label));
}
