/** What is painted on a piece. */

import type { Form } from "../geometry";
import { faceLines, faceRoom, faceSize, type Paint } from "../look";
import { CRESTS, PAINTS } from "../paints";
import { canvasOf, drawWood } from "./paint";

const SERIF =
  '"Noto Serif CJK SC", "Noto Serif SC", "Songti SC", "Hiragino Mincho ProN", "Yu Mincho", "Noto Sans CJK SC", serif';

export interface Face {
  form: Form;
  paint: Paint;
  /** A name, a crest for what is hidden, or bare wood. */
  show: "name" | "crest" | "bare";
  text: string;
  /** A slip of paper with the player's guess. */
  guess: string | null;
  /** It is hidden and has moved. */
  moved: boolean;
  upsideDown: boolean;
  /** A flag is here, under it or hidden by its back. */
  flag: boolean;
}

/** A picture of a face: its size in dots, and how many are a square's width for what is written. */
interface Sheet {
  wide: number;
  high: number;
  unit: number;
}

function sheetOf({ outline, width, height, hasBadge }: Form): Sheet {
  if (outline === "pentagon") return { wide: 256, high: 320, unit: 320 * 1.06 };
  const unit = hasBadge ? 220 : 300;
  return { wide: width * unit, high: height * unit, unit };
}

const blanks = new Map<string, HTMLCanvasElement>();

/** The wood that every face of a side is painted on. */
function blank(paint: Paint, { wide, high }: Sheet): HTMLCanvasElement {
  const name = `${paint} ${wide} ${high}`;
  const there = blanks.get(name);
  if (there) return there;
  const [canvas, context] = canvasOf(wide, high);
  drawWood(context, wide, high, { ...PAINTS[paint], lines: 26, seed: paint === "wood" ? 11 : 23 });
  blanks.set(name, canvas);
  return canvas;
}

/** One face of a piece; the canvas is the box round its outline. */
export function drawFace(face: Face): HTMLCanvasElement {
  const sheet = sheetOf(face.form);
  const { wide, high } = sheet;
  const isBlock = face.form.outline === "block";
  const [canvas, context] = canvasOf(wide, high);
  context.drawImage(blank(face.paint, sheet), 0, 0);
  context.strokeStyle = PAINTS[face.paint].line;
  context.lineJoin = "round";
  if (isBlock) drawRim(context, face.paint, sheet);
  if (face.show === "crest") drawCrest(context, face, sheet);
  if (face.moved) drawMoved(context, face.paint, sheet);
  if (face.show === "name" && face.form.hasBadge) drawBadge(context, face.paint, sheet);
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.translate(wide / 2, high * (isBlock ? 0.51 : face.upsideDown ? 0.56 : 0.57));
  if (face.upsideDown) context.rotate(Math.PI);
  if (face.show === "name") writeName(context, face, sheet);
  if (face.guess !== null) writeGuess(context, face.guess, isBlock ? Math.min(wide / 208, high / 128) : 1);
  context.resetTransform();
  if (face.flag && face.show !== "bare") drawFlag(context, sheet);
  return canvas;
}

/** An edge that tells a piece from wood like its own, and a line inside it. */
function drawRim(context: CanvasRenderingContext2D, paint: Paint, { wide, high, unit }: Sheet): void {
  context.save();
  context.strokeStyle = PAINTS[paint].edge;
  context.lineWidth = 0.05 * unit;
  context.globalAlpha = 0.75;
  context.strokeRect(0, 0, wide, high);
  context.restore();
  context.globalAlpha = 0.4;
  context.lineWidth = 0.02 * unit;
  context.strokeRect(0.06 * unit, 0.06 * unit, wide - 0.12 * unit, high - 0.12 * unit);
  context.globalAlpha = 1;
}

function drawCrest(context: CanvasRenderingContext2D, { form, paint }: Face, { wide, high }: Sheet): void {
  context.globalAlpha = 0.8;
  if (form.outline === "block") {
    const size = Math.min(wide, high) * 0.5;
    context.save();
    context.translate(wide / 2, high / 2);
    context.scale(size, size);
    context.lineWidth = 0.11;
    context.stroke(new Path2D(CRESTS[paint]));
    context.restore();
  } else {
    context.lineWidth = 9;
    context.beginPath();
    for (const [x, y] of [
      [0, -52],
      [44, 20],
      [0, 84],
      [-44, 20],
    ] as const) {
      context.lineTo(wide / 2 + x, high * 0.53 + y);
    }
    context.closePath();
    context.stroke();
  }
  context.globalAlpha = 1;
}

/** The side's shape in the corner of a face. */
function drawBadge(context: CanvasRenderingContext2D, paint: Paint, { wide, high, unit }: Sheet): void {
  const room = Math.min(wide, high) * 0.16;
  context.save();
  context.translate(wide - room, room);
  context.scale(0.16 * unit, 0.16 * unit);
  context.fillStyle = PAINTS[paint].line;
  context.fill(new Path2D(CRESTS[paint]));
  context.restore();
}

function drawFlag(context: CanvasRenderingContext2D, { wide, high, unit }: Sheet): void {
  const radius = Math.min(0.13 * unit, Math.min(wide, high) * 0.21);
  context.save();
  context.translate(wide / 2 + (wide / 2 - radius) * 0.86, high / 2 - (high / 2 - radius) * 0.8);
  context.scale(radius / 0.15, radius / 0.15);
  context.strokeStyle = "#4d3a12";
  context.fillStyle = "#fffbe6";
  context.lineWidth = 0.02;
  context.beginPath();
  context.arc(0, 0, 0.14, 0, 2 * Math.PI);
  context.fill();
  context.stroke();
  context.fillStyle = "#d5141c";
  const flag = new Path2D("M-0.06 0.1V-0.1L0.09 -0.045L-0.06 0.015");
  context.fill(flag);
  context.stroke(flag);
  context.restore();
}

/** A line at the foot. */
function drawMoved(context: CanvasRenderingContext2D, paint: Paint, { wide, high }: Sheet): void {
  context.strokeStyle = PAINTS[paint].moved;
  context.lineCap = "round";
  context.lineWidth = 18;
  context.beginPath();
  context.moveTo(wide * 0.26, high * 0.885);
  context.lineTo(wide * 0.74, high * 0.885);
  context.stroke();
}

function writeName(context: CanvasRenderingContext2D, { text, form, paint }: Face, { unit }: Sheet): void {
  const lines = faceLines(text, form);
  const size = faceSize(lines, form) * unit;
  context.font = `700 ${size}px ${SERIF}`;
  const { ink, halo } = PAINTS[paint];
  context.fillStyle = ink;
  context.strokeStyle = halo;
  context.lineWidth = 5;
  lines.forEach((line, index) => {
    const y = (index - (lines.length - 1) / 2) * size * 1.02;
    const most = faceRoom(form).width * unit;
    if (halo !== "none") context.strokeText(line, 0, y, most);
    context.fillText(line, 0, y, most);
  });
}

function writeGuess(context: CanvasRenderingContext2D, guess: string, scale: number): void {
  context.scale(scale, scale);
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
