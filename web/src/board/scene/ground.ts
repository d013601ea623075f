import { type Material, Mesh, MeshStandardMaterial, RepeatWrapping } from "three";
import { MARGIN, type Plan, ROW } from "../geometry";
import { canvasOf, drawWood, noise, textureOf } from "./paint";
import { Solid } from "./solid";

const SHARP = 112;
const THICK = 0.34;
const WATER = -0.2;
const OAK = { base: "#cf9c57", dark: "#754312", light: "#f3cf91" };

/** The board below the pieces, round the origin: fields, river, bridges, tray. */
export function ground(plan: Plan): Mesh[] {
  const meshes = fields(plan);
  const wood = stuff(planks("#8a5526", "#3f2008", "#b87f45"), 0.6);
  const reach = plan.width / 2 + MARGIN;
  const deep = plan.height / 2 + MARGIN;
  const tray = new Solid()
    .box([0, -0.5, 0], [2 * reach + 0.3, 0.36, 2 * deep + 0.3])
    .box([-reach - 0.075, -0.22, 0], [0.15, 0.42, 2 * deep + 0.3])
    .box([reach + 0.075, -0.22, 0], [0.15, 0.42, 2 * deep + 0.3])
    .box([0, -0.22, -deep - 0.075], [2 * reach, 0.42, 0.15])
    .box([0, -0.22, deep + 0.075], [2 * reach, 0.42, 0.15]);
  meshes.push(shaded(new Mesh(tray.build(), wood)));
  if (plan.river) {
    const top = plan.river.y - plan.height / 2;
    const water = new Solid().slip(-reach, top, reach, top + plan.river.height, WATER).build();
    meshes.push(shaded(new Mesh(water, stuff(waves(2 * reach, plan.river.height), 0.25))));
    meshes.push(shaded(new Mesh(bridges(plan), stuff(planks("#cf9a55", "#6d4216", "#eec68a"), 0.7))));
  }
  return meshes;
}

function stuff(canvas: HTMLCanvasElement, roughness: number): MeshStandardMaterial {
  const map = textureOf(canvas);
  map.wrapS = map.wrapT = RepeatWrapping;
  return new MeshStandardMaterial({ map, roughness });
}

function shaded<T extends Mesh>(mesh: T): T {
  mesh.castShadow = mesh.receiveShadow = true;
  return mesh;
}

function planks(base: string, dark: string, light: string): HTMLCanvasElement {
  const [canvas, context] = canvasOf(256, 256);
  drawWood(context, 256, 256, { base, dark, light, lines: 60, seed: 5 });
  return canvas;
}

/** The fields of squares on both sides of the river: a slab each, its squares painted on. */
function fields(plan: Plan): Mesh[] {
  const half = plan.height / 2;
  const cuts = plan.river ? [plan.river.y, plan.river.y + plan.river.height] : [];
  const edges = [-MARGIN, ...cuts, plan.height + MARGIN];
  const side = stuff(planks("#a8702f", "#54300e", "#d7a35c"), 0.6);
  const meshes: Mesh[] = [];
  for (let index = 0; index + 1 < edges.length; index += 2) {
    const [top, bottom] = [edges[index] ?? 0, edges[index + 1] ?? 0];
    const reach = plan.width / 2 + MARGIN;
    const slab = new Solid().slip(-reach, top - half, reach, bottom - half, 0).group(0);
    slab.box([0, -THICK / 2 - 0.002, (top + bottom) / 2 - half], [2 * reach, THICK, bottom - top]).group(1);
    const materials: Material[] = [stuff(field(plan, top, bottom, index), 0.55), side];
    const mesh = new Mesh(slab.build(), materials);
    mesh.receiveShadow = true;
    mesh.castShadow = true;
    meshes.push(mesh);
  }
  return meshes;
}

function field(plan: Plan, top: number, bottom: number, seed: number): HTMLCanvasElement {
  const wide = plan.width + 2 * MARGIN;
  const [canvas, context] = canvasOf(wide * SHARP, (bottom - top) * SHARP);
  drawWood(context, canvas.width, canvas.height, { ...OAK, lines: 240, seed: 77 + seed });
  context.scale(SHARP, SHARP);
  context.translate(MARGIN, -top);
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
  context.fillStyle = "#3b1e06";
  context.font = "600 0.24px system-ui, sans-serif";
  context.textAlign = "center";
  context.textBaseline = "middle";
  for (const row of rows) {
    const name = plan.rowNames[row];
    const y = plan.rows[row]?.[0]?.cy ?? 0;
    if (name) for (const x of [-MARGIN / 2, plan.width + MARGIN / 2]) context.fillText(name, x, y);
  }
  plan.columnNames.forEach((name, column) => {
    if (name) for (const y of [-MARGIN / 2, plan.height + MARGIN / 2]) context.fillText(name, column + 0.5, y);
  });
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

function bridges(plan: Plan) {
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
