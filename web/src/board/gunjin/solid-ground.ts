import { type Material, Mesh } from "three";
import { canvasOf, drawWood, noise } from "../scene/paint";
import { Solid } from "../scene/solid";
import { ledgeOf, OAK, planks, SHARP, shaded, stuff, THICK, tray, writeLabels } from "../scene/wood";
import { ROW, type SquarePlan } from "./plan";

const WATER = -0.2;

/** The board below the pieces, round the origin: fields, river, bridges, tray. */
export function ground(plan: SquarePlan): Mesh[] {
  const { divide: river } = plan;
  const meshes = fields(plan);
  meshes.push(tray(plan));
  if (river) {
    const [top, reach] = [river.y - plan.height / 2, plan.width / 2 + plan.margin];
    const water = new Solid().slip(-reach, top, reach, top + river.height, WATER).build();
    meshes.push(shaded(new Mesh(water, stuff(waves(2 * reach, river.height), 0.25))));
    meshes.push(shaded(new Mesh(bridges(plan), stuff(planks("#cf9a55", "#6d4216", "#eec68a"), 0.7))));
  }
  return meshes;
}

/** The fields of squares on both sides of the river: a slab each, its squares painted on. */
function fields(plan: SquarePlan): Mesh[] {
  const { divide: river, margin } = plan;
  const half = plan.height / 2;
  const cuts = river ? [river.y, river.y + river.height] : [];
  const edges = [-margin - ledgeOf(plan), ...cuts, plan.height + margin];
  const side = stuff(planks("#a8702f", "#54300e", "#d7a35c"), 0.6);
  const meshes: Mesh[] = [];
  for (let index = 0; index + 1 < edges.length; index += 2) {
    const [top, bottom] = [edges[index] ?? 0, edges[index + 1] ?? 0];
    const reach = plan.width / 2 + margin;
    const slab = new Solid().slip(-reach, top - half, reach, bottom - half, 0).group(0);
    slab.box([0, -THICK / 2 - 0.002, (top + bottom) / 2 - half], [2 * reach, THICK, bottom - top]).group(1);
    const materials: Material[] = [stuff(field(plan, top, bottom, index), 0.9), side];
    const mesh = new Mesh(slab.build(), materials);
    mesh.receiveShadow = true;
    mesh.castShadow = true;
    meshes.push(mesh);
  }
  return meshes;
}

function field(plan: SquarePlan, top: number, bottom: number, seed: number): HTMLCanvasElement {
  const wide = plan.width + 2 * plan.margin;
  const [canvas, context] = canvasOf(wide * SHARP, (bottom - top) * SHARP);
  drawWood(context, canvas.width, canvas.height, { ...OAK, lines: 240, seed: 77 + seed });
  context.scale(SHARP, SHARP);
  context.translate(plan.margin, -top);
  const cells = plan.cells.filter((cell) => cell.cy > top && cell.cy < bottom);
  context.lineWidth = 0.026;
  context.strokeStyle = "#43230a";
  for (const cell of cells) {
    const isHome = cell.tags.includes("headquarters");
    context.fillStyle = isHome ? "rgba(255, 236, 196, 0.55)" : "rgba(255, 226, 170, 0.2)";
    context.fillRect(cell.x, cell.y, cell.width, ROW);
    context.strokeRect(cell.x, cell.y, cell.width, ROW);
    if (!isHome) continue;
    context.strokeStyle = "#8d3a1a";
    context.strokeRect(cell.x + 0.07, cell.y + 0.07, cell.width - 0.14, ROW - 0.14);
    context.strokeStyle = "#43230a";
  }
  const rows = [...new Set(cells.map((cell) => cell.row))];
  const [first, last] = [Math.min(...rows), Math.max(...rows)];
  const [y0, y1] = [plan.rows[first]?.[0]?.y ?? 0, (plan.rows[last]?.[0]?.y ?? 0) + ROW];
  context.lineWidth = 0.055;
  context.strokeRect(0, y0, plan.width, y1 - y0);
  writeLabels(context, plan, top, bottom);
  return canvas;
}

function waves(wide: number, high: number): HTMLCanvasElement {
  const [canvas, context] = canvasOf(wide * SHARP, high * SHARP);
  const depth = context.createLinearGradient(0, 0, 0, canvas.height);
  depth.addColorStop(0, "#174a6c");
  depth.addColorStop(0.3, "#3a8cb8");
  depth.addColorStop(0.75, "#3583ae");
  depth.addColorStop(1, "#1d587e");
  context.fillStyle = depth;
  context.fillRect(0, 0, canvas.width, canvas.height);
  const next = noise(3);
  context.strokeStyle = "#d9f0fb";
  context.lineCap = "round";
  for (let index = 0; index < 46; index++) {
    const [x, y, long] = [next() * canvas.width, next() * canvas.height, 24 + next() * 60];
    context.globalAlpha = 0.12 + next() * 0.3;
    context.lineWidth = 1.5 + next() * 2;
    context.beginPath();
    context.moveTo(x, y);
    context.quadraticCurveTo(x + long / 4, y - 7, x + long / 2, y);
    context.quadraticCurveTo(x + (3 * long) / 4, y + 7, x + long, y);
    context.stroke();
  }
  return canvas;
}

function bridges(plan: SquarePlan) {
  const solid = new Solid();
  const half = plan.height / 2;
  for (const bridge of plan.bridges) {
    const x = bridge.x + bridge.width / 2 - plan.width / 2;
    const z = bridge.y + bridge.height / 2 - half;
    const long = bridge.height + 0.22;
    const count = 11;
    const rise = (part: number) => 0.03 + 0.11 * Math.cos(part * Math.PI * 0.5);
    for (let index = 0; index < count; index++) {
      const part = ((index + 0.5) / count) * 2 - 1;
      const slope = 0.11 * Math.PI * 0.5 * Math.sin(part * Math.PI * 0.5) * (2 / long);
      solid.box([x, rise(part) - 0.025, z + (part * long) / 2], [bridge.width, 0.05, long / count - 0.012], slope);
      for (const side of [-1, 1]) {
        const edge = x + side * (bridge.width / 2 - 0.02);
        solid.box([edge, rise(part) + 0.2, z + (part * long) / 2], [0.075, 0.05, long / count + 0.004], slope);
        if (index % 5 === 0) solid.box([edge, rise(part) + 0.06, z + (part * long) / 2], [0.1, 0.36, 0.1]);
      }
    }
  }
  return solid.build();
}
