/** The markers, painted over the picture of the board instead of in it. */

import { type Mesh, type MeshBasicMaterial, Vector4 } from "three";
import type { Square } from "../../game/types";
import { type Area, around, isEmpty, NOWHERE, overlap } from "./area";
import { hullOf, type Point } from "./hull";
import type { Mark } from "./markers";
import { cornersOf, type View, verticesOf } from "./view";

/** Over the wood by a hair, as paint is. */
const GROUND = 0.012;
const RED = "#f0141e";
/** The red rim round what may be attacked, in the piece's own measures: how much larger, and how much lower. */
const RIM = { wide: 1.16, high: 1.14, deep: 1.3, down: 0.066 };

/** Smooth edges reach a little further. */
const SOFT = 1;

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
  private readonly canvas = document.createElement("canvas");
  private readonly pen: CanvasRenderingContext2D;
  private view: View | null = null;
  /** The pieces of the picture, the furthest first. */
  private outlines: readonly Outline[] = [];
  private flash: Flash | null = null;
  private ratio = 1;

  constructor(host: HTMLElement) {
    // why: the graphics may be busy with the board; so small a picture the page has painted sooner by itself
    const pen = this.canvas.getContext("2d", { willReadFrequently: true });
    if (!pen) throw new Error("no 2D canvas");
    this.pen = pen;
    this.canvas.className = "board-marks";
    host.append(this.canvas);
    this.cover(NOWHERE);
  }

  /** The board is shown at another size, with so many dots to a CSS pixel: nothing is marked until `draw`. */
  resize(ratio: number): void {
    this.ratio = ratio;
    this.cover(NOWHERE);
  }

  /** Remembers what the picture drawn just now shows: from where, and where its pieces are. */
  follow(view: View, men: readonly Mesh[], burst: Mesh | null): void {
    this.view = view;
    this.outlines = men.map((mesh) => outlineOf(mesh, view)).sort((one, other) => other.distance - one.distance);
    this.flash = burst?.visible ? flashOf(burst, view) : null;
  }

  /** Paints the marks, and rims round the pieces on the squares that are attacked. */
  draw(marks: readonly Mark[], attacked: ReadonlySet<Square>): void {
    const { view } = this;
    if (!view) return;
    const painted = marks.map((mark) => ({
      ...mark,
      rings: mark.rings.map((ring) => view.project(ring.map(([x, z]) => new Vector4(x, GROUND, z)))),
    }));
    const rims = this.outlines.filter(({ square }) => attacked.has(square)).map(({ rim }) => rim);
    const shown = { left: 0, top: 0, right: view.width, bottom: view.height };
    this.cover(overlap(around([...painted.flatMap(({ rings }) => rings), ...rims].flat(), SOFT), shown));
    for (const { rings, colour, opacity } of painted) this.fill(rings, colour, opacity);
    for (const { square, body, rim } of this.outlines) {
      if (attacked.has(square)) this.fill([rim], RED);
      this.cut(body);
    }
    if (this.flash) this.cut(this.flash.ring, this.flash.opacity);
  }

  dispose(): void {
    this.canvas.remove();
  }

  /** Empties the canvas and lays it over a part of the picture: the page puts together anew no more than that. */
  private cover(area: Area): void {
    const { canvas, ratio } = this;
    const [left, top] = [Math.floor(area.left * ratio), Math.floor(area.top * ratio)];
    const hasArea = !isEmpty(area);
    canvas.hidden = !hasArea;
    canvas.width = hasArea ? Math.ceil(area.right * ratio) - left : 0;
    canvas.height = hasArea ? Math.ceil(area.bottom * ratio) - top : 0;
    if (!hasArea) return;
    canvas.style.width = `${canvas.width / ratio}px`;
    canvas.style.height = `${canvas.height / ratio}px`;
    canvas.style.left = `${left / ratio}px`;
    canvas.style.top = `${top / ratio}px`;
    this.pen.setTransform(ratio, 0, 0, ratio, -left, -top);
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
