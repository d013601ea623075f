/** Canvas drawings that become textures; no image is ever loaded. */

import { CanvasTexture, SRGBColorSpace } from "three";
import { FACE_WIDTH, faceLines, faceSize, type Paint } from "../look";
import { PAINTS } from "../paints";

export function canvasOf(width: number, height: number): [HTMLCanvasElement, CanvasRenderingContext2D] {
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(width);
  canvas.height = Math.round(height);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("no 2D canvas");
  return [canvas, context];
}

export function textureOf(canvas: HTMLCanvasElement): CanvasTexture {
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = 8;
  return texture;
}

/** The same noise for the same seed: a board looks the same every time. */
export function noise(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) >>> 0;
    return state / 4294967296;
  };
}

/** Planks of wood with grain from top to bottom. */
export function drawWood(
  context: CanvasRenderingContext2D,
  width: number,
  height: number,
  look: { base: string; dark: string; light: string; lines: number; seed: number },
): void {
  const next = noise(look.seed);
  context.fillStyle = look.base;
  context.fillRect(0, 0, width, height);
  for (let index = 0; index < 9; index++) {
    const x = next() * width;
    const reach = width * (0.06 + next() * 0.14);
    const band = context.createLinearGradient(x - reach, 0, x + reach, 0);
    const tone = index % 2 === 0 ? look.dark : look.light;
    band.addColorStop(0, `${tone}00`);
    band.addColorStop(0.5, `${tone}40`);
    band.addColorStop(1, `${tone}00`);
    context.fillStyle = band;
    context.fillRect(x - reach, 0, 2 * reach, height);
  }
  for (let index = 0; index < look.lines; index++) {
    const x = next() * width;
    const sway = (next() - 0.5) * width * 0.03;
    context.strokeStyle = next() < 0.65 ? look.dark : look.light;
    context.globalAlpha = 0.07 + next() * 0.16;
    context.lineWidth = 0.6 + next() * 1.8;
    context.beginPath();
    context.moveTo(x, 0);
    context.bezierCurveTo(x + sway, height * 0.3, x - sway, height * 0.7, x + sway / 2, height);
    context.stroke();
  }
  context.globalAlpha = 1;
}

const SERIF =
  '"Noto Serif CJK SC", "Noto Serif SC", "Songti SC", "Hiragino Mincho ProN", "Yu Mincho", "Noto Sans CJK SC", serif';

export interface Face {
  paint: Paint;
  /** A name, a crest for what is hidden, or bare wood. */
  show: "name" | "crest" | "bare";
  text: string;
  /** A slip of paper with the player's guess. */
  guess: string | null;
  /** It is hidden and has moved. */
  moved: boolean;
  upsideDown: boolean;
}

const WIDE = 256;
const HIGH = 320;

const blanks = new Map<Paint, HTMLCanvasElement>();

/** The wood that every face of a side is painted on. */
function blank(paint: Paint): HTMLCanvasElement {
  const there = blanks.get(paint);
  if (there) return there;
  const [canvas, context] = canvasOf(WIDE, HIGH);
  drawWood(context, WIDE, HIGH, { ...PAINTS[paint], lines: 26, seed: paint === "wood" ? 11 : 23 });
  blanks.set(paint, canvas);
  return canvas;
}

/** One face of a piece; the canvas is the box round its pentagon. */
export function drawFace(face: Face): HTMLCanvasElement {
  const [canvas, context] = canvasOf(WIDE, HIGH);
  context.drawImage(blank(face.paint), 0, 0);
  context.strokeStyle = PAINTS[face.paint].line;
  context.lineJoin = "round";
  if (face.show === "crest") {
    context.globalAlpha = 0.8;
    context.lineWidth = 9;
    context.beginPath();
    for (const [x, y] of [
      [0, -52],
      [44, 20],
      [0, 84],
      [-44, 20],
    ] as const) {
      context.lineTo(WIDE / 2 + x, HIGH * 0.53 + y);
    }
    context.closePath();
    context.stroke();
    context.globalAlpha = 1;
  }
  if (face.moved) drawMoved(context, face.paint);
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.translate(WIDE / 2, HIGH * (face.upsideDown ? 0.56 : 0.57));
  if (face.upsideDown) context.rotate(Math.PI);
  if (face.show === "name") writeName(context, face);
  if (face.guess !== null) writeGuess(context, face.guess);
  return canvas;
}

/** A line at the foot. */
function drawMoved(context: CanvasRenderingContext2D, paint: Paint): void {
  context.strokeStyle = PAINTS[paint].moved;
  context.lineCap = "round";
  context.lineWidth = 18;
  context.beginPath();
  context.moveTo(WIDE / 2 - 62, HIGH * 0.885);
  context.lineTo(WIDE / 2 + 62, HIGH * 0.885);
  context.stroke();
}

function writeName(context: CanvasRenderingContext2D, face: Face): void {
  const lines = faceLines(face.text);
  const size = faceSize(lines) * HIGH * 1.06;
  context.font = `700 ${size}px ${SERIF}`;
  const { ink, halo } = PAINTS[face.paint];
  context.fillStyle = ink;
  context.strokeStyle = halo;
  context.lineWidth = 5;
  lines.forEach((line, index) => {
    const y = (index - (lines.length - 1) / 2) * size * 1.02;
    const most = FACE_WIDTH * HIGH * 1.06;
    if (halo !== "none") context.strokeText(line, 0, y, most);
    context.fillText(line, 0, y, most);
  });
}

function writeGuess(context: CanvasRenderingContext2D, guess: string): void {
  context.fillStyle = "#fffbe6";
  context.strokeStyle = "#4d3a12";
  context.lineWidth = 5;
  context.setLineDash([16, 10]);
  context.beginPath();
  context.rect(-92, -56, 184, 112);
  context.fill();
  context.stroke();
  context.setLineDash([]);
  context.fillStyle = "#2c1f06";
  context.font = `700 76px "Noto Sans CJK SC", system-ui, sans-serif`;
  const width = context.measureText(guess).width;
  const squeeze = Math.min(1, 164 / Math.max(1, width));
  context.scale(squeeze, squeeze);
  context.fillText(guess, 0, 4);
}
