/** The markers, painted over the picture of the board instead of in it. */

import { type Mesh, type MeshBasicMaterial, Vector4 } from "three";
import type { Square } from "../../game/types";
import { hullOf, type Point } from "./hull";
import type { Mark } from "./markers";
import { cornersOf, type View, verticesOf } from "./view";

/** Over the wood by a hair, as paint is. */
const GROUND = 0.012;
const RED = "#f0141e";
/** The red rim round what may be attacked, in the piece's own measures: how much larger, and how much lower. */
const RIM = { wide: 1.16, high: 1.14, deep: 1.3, down: 0.066 };

interface Outline {
  square: Square;
  distance: number;
  body: readonly Point[];
  rim: readonly Point[];
}

interface Flash {
  ring: readonly Point[];
  opacity: number;
}

/**
 * A picture of the board may take long, on a weak device or without a graphics card; the markers never wait for it.
 * They are drawn for the picture that is on the page, and cut out where a piece of it stands before them: whatever
 * stands on the ground hides the ground behind it, so its outline is all there is to know.
 */
export class Overlay {
  readonly canvas = document.createElement("canvas");
  private readonly pen: CanvasRenderingContext2D;
  private view: View | null = null;
  /** The pieces of the picture, the furthest first. */
  private outlines: readonly Outline[] = [];
  private flash: Flash | null = null;
  private isBlank = true;

  constructor(host: HTMLElement) {
    const pen = this.canvas.getContext("2d");
    if (!pen) throw new Error("no 2D canvas");
    this.pen = pen;
    this.canvas.className = "board-marks";
    host.append(this.canvas);
  }

  /** In CSS pixels. */
  resize(width: number, height: number, ratio: number): void {
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    this.isBlank = true;
  }

  /** Remembers what the picture drawn just now shows: from where, and where its pieces are. */
  follow(view: View, men: readonly Mesh[], burst: Mesh | null): void {
    this.view = view;
    this.outlines = men.map((mesh) => outlineOf(mesh, view)).sort((one, other) => other.distance - one.distance);
    this.flash = burst?.visible ? flashOf(burst, view) : null;
  }

  /** Paints the marks, and rims round the pieces on the squares that are attacked. */
  draw(marks: readonly Mark[], attacked: ReadonlySet<Square>): void {
    const { pen, canvas, view } = this;
    if (!view || (marks.length === 0 && this.isBlank)) return;
    this.isBlank = marks.length === 0;
    pen.setTransform(canvas.width / view.width, 0, 0, canvas.height / view.height, 0, 0);
    pen.clearRect(0, 0, view.width, view.height);
    if (this.isBlank) return;
    for (const mark of marks) {
      const rings = mark.rings.map((ring) => view.project(ring.map(([x, z]) => new Vector4(x, GROUND, z))));
      this.fill(rings, mark.colour, mark.opacity);
    }
    for (const { square, body, rim } of this.outlines) {
      if (attacked.has(square)) this.fill([rim], RED);
      this.cut(body);
    }
    if (this.flash) this.cut(this.flash.ring, this.flash.opacity);
  }

  dispose(): void {
    this.canvas.remove();
  }

  private fill(rings: readonly (readonly Point[])[], colour: string, opacity = 1): void {
    const { pen } = this;
    pen.beginPath();
    for (const ring of rings) {
      ring.forEach(([x, y], index) => {
        if (index === 0) pen.moveTo(x, y);
        else pen.lineTo(x, y);
      });
      pen.closePath();
    }
    pen.globalAlpha = opacity;
    pen.fillStyle = colour;
    pen.fill();
  }

  private cut(ring: readonly Point[], opacity = 1): void {
    this.pen.globalCompositeOperation = "destination-out";
    this.fill([ring], "#000", opacity);
    // why: what was filled up to the same edge would leave a thin line of half-covered dots
    this.pen.stroke();
    this.pen.globalCompositeOperation = "source-over";
  }
}

function outlineOf(mesh: Mesh, view: View): Outline {
  const corners = cornersOf(mesh.geometry);
  return {
    square: String(mesh.userData.square),
    distance: view.distance(mesh.matrixWorld),
    body: hullOf(view.project(corners, mesh.matrixWorld)),
    rim: hullOf(view.project(corners.map(rimOf), mesh.matrixWorld)),
  };
}

/** The burst is a fan round its middle: the second vertex of every triangle is on its edge. */
function flashOf(burst: Mesh, view: View): Flash {
  const edge = verticesOf(burst.geometry).filter((_, index) => index % 3 === 1);
  return {
    ring: view.project(edge, burst.matrixWorld),
    opacity: (burst.material as MeshBasicMaterial).opacity,
  };
}

/** Neither below the foot, which stands on the ground, nor before it, where the rim would be a line of its own. */
function rimOf({ x, y, z }: Vector4): Vector4 {
  const high = y * RIM.high - RIM.down;
  return high > y ? new Vector4(x * RIM.wide, high, z * RIM.deep) : new Vector4(x * RIM.wide, y, z);
}
