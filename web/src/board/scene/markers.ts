import { type BufferGeometry, Group, Mesh, MeshBasicMaterial } from "three";
import type { Square } from "../../game/types";
import type { Cell, Plan } from "../geometry";
import type { BoardProps } from "../props";
import { Solid } from "./solid";

const COLOURS = {
  select: "#ffd21f",
  rim: "#2a1608",
  go: "#1b9a48",
  white: "#ffffff",
  attack: "#e0121b",
  trace: "#f07c00",
  traceFill: "#f07c00",
  focus: "#0b57d0",
  over: "#ffffff",
} as const;

type Colour = keyof typeof COLOURS;

/** Frames, dots and boxes on the squares: each has a shape of its own, so that colour is not all. */
export class Markers {
  readonly group = new Group();
  private readonly materials = new Map<Colour, MeshBasicMaterial>();
  private readonly made: BufferGeometry[] = [];
  private shown = "";

  /** Answers whether anything changed. */
  set(props: BoardProps, plan: Plan, focus: Square | null, over: Square | null): boolean {
    const shown = JSON.stringify([props.selected, props.targets, props.last, focus, over, plan.turned]);
    if (shown === this.shown) return false;
    this.shown = shown;
    this.clear();
    const on = (square: Square | null, draw: (cell: Cell) => void) => {
      const cell = square === null ? undefined : plan.byName.get(square);
      if (cell) draw({ ...cell, x: cell.x - plan.width / 2, y: cell.y - plan.height / 2 });
    };
    for (const square of props.last ?? []) {
      on(square, (cell) => {
        this.add("traceFill", sheet(cell, 0.06, 0.004));
        this.add("trace", dashes(cell, 0.04, 0.075, 0.008));
      });
    }
    on(over, (cell) => {
      this.add("over", sheet(cell, 0.04, 0.006));
      this.add("white", frame(cell, 0.01, 0.09, 0.012));
    });
    for (const target of props.targets) {
      on(target.square, (cell) => {
        if (target.attack) {
          this.add("white", frame(cell, 0.015, 0.13, 0.01));
          this.add("attack", frame(cell, 0.03, 0.08, 0.014));
        } else {
          const [x, z] = [cell.x + cell.width / 2, cell.y + cell.height / 2];
          this.add("white", disc(x, z, 0.22, 0.01));
          this.add("go", disc(x, z, 0.17, 0.016));
        }
      });
    }
    on(props.selected, (cell) => {
      this.add("rim", frame(cell, 0.005, 0.14, 0.018));
      this.add("select", frame(cell, 0.025, 0.1, 0.022));
    });
    on(focus, (cell) => {
      this.add("white", frame(cell, -0.05, 0.11, 0.024));
      this.add("focus", frame(cell, -0.03, 0.07, 0.028));
    });
    return true;
  }

  dispose(): void {
    this.clear();
    for (const material of this.materials.values()) material.dispose();
    this.materials.clear();
  }

  private clear(): void {
    this.group.clear();
    for (const geometry of this.made) geometry.dispose();
    this.made.length = 0;
  }

  private add(colour: Colour, geometry: BufferGeometry): void {
    this.made.push(geometry);
    this.group.add(new Mesh(geometry, this.material(colour)));
  }

  private material(colour: Colour): MeshBasicMaterial {
    const there = this.materials.get(colour);
    if (there) return there;
    const faint = colour === "traceFill" || colour === "over";
    const material = new MeshBasicMaterial({ color: COLOURS[colour] });
    if (faint) {
      material.transparent = true;
      material.opacity = 0.28;
      material.depthWrite = false;
    }
    this.materials.set(colour, material);
    return material;
  }
}

function edges(cell: Cell, inset: number): readonly [number, number, number, number] {
  return [cell.x + inset, cell.y + inset, cell.x + cell.width - inset, cell.y + cell.height - inset];
}

function sheet(cell: Cell, inset: number, y: number): BufferGeometry {
  return new Solid().slip(...edges(cell, inset), y).build();
}

function frame(cell: Cell, inset: number, thick: number, y: number): BufferGeometry {
  const [x0, z0, x1, z1] = edges(cell, inset);
  return new Solid()
    .slip(x0, z0, x1, z0 + thick, y)
    .slip(x0, z1 - thick, x1, z1, y)
    .slip(x0, z0 + thick, x0 + thick, z1 - thick, y)
    .slip(x1 - thick, z0 + thick, x1, z1 - thick, y)
    .build();
}

function dashes(cell: Cell, inset: number, thick: number, y: number): BufferGeometry {
  const [x0, z0, x1, z1] = edges(cell, inset);
  const solid = new Solid();
  const along = (length: number, put: (from: number, to: number) => void) => {
    const count = Math.max(3, Math.round(length / 0.28));
    const step = length / (count - 0.3);
    for (let index = 0; index < count; index++) put(index * step, index * step + step * 0.7);
  };
  along(x1 - x0, (from, to) => {
    solid.slip(x0 + from, z0, x0 + to, z0 + thick, y).slip(x0 + from, z1 - thick, x0 + to, z1, y);
  });
  along(z1 - z0, (from, to) => {
    solid.slip(x0, z0 + from, x0 + thick, z0 + to, y).slip(x1 - thick, z0 + from, x1, z0 + to, y);
  });
  return solid.build();
}

function disc(x: number, z: number, radius: number, y: number): BufferGeometry {
  const count = 28;
  const points = Array.from({ length: count }, (_, index) => {
    const angle = (-index * 2 * Math.PI) / count;
    return [x + Math.cos(angle) * radius, y, z + Math.sin(angle) * radius] as const;
  });
  return new Solid().face(points).build();
}
