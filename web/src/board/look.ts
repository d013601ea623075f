/** What the drawings have in common: which piece shows what, and which markers a square wears. Pure. */

import type { Kind, Piece, Side, Square } from "../game/types";
import type { BoardProps, Target } from "./props";

/** The paint of a side: by its place in the system's list, never by its name. */
export type Paint = "vermilion" | "wood";

export function paintOf(sides: readonly Side[], side: Side | null): Paint {
  return side !== null && sides.indexOf(side) <= 0 ? "vermilion" : "wood";
}

/** The text on a piece; null: its back. The data decides: a kind this seat may not know is null. */
export function faceOf(piece: Piece, face: (kind: Kind) => string): string | null {
  return piece.kind === null ? null : face(piece.kind);
}

const UPRIGHT = /^[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]+$/;

/** East Asian names stand one character under the other; other names break at spaces. */
export function faceLines(text: string): readonly string[] {
  if (UPRIGHT.test(text)) return Array.from(text);
  return text.split(/[\s-]+/).filter((word) => word !== "");
}

/** The width, as a part of the piece's height, that a line of a face may take; it is pressed together to keep it. */
export const FACE_WIDTH = 0.54;
/** As far as letters are pressed together for a larger size. */
const NARROWEST = 0.8;
const SIGN = /^[\u2190-\u2bff](?:\d|\ufe0e)?$/;

/** Font size, as a part of the piece's height, at which the lines fit the face. */
export function faceSize(lines: readonly string[]): number {
  const longest = Math.max(...lines.map(lineWidth));
  const all = (shape: RegExp) => lines.every((line) => shape.test(line));
  const room = all(UPRIGHT) || all(SIGN) ? FACE_WIDTH : FACE_WIDTH / NARROWEST;
  const most = all(UPRIGHT) ? 0.34 : all(SIGN) ? 0.44 : 0.26;
  return Math.min(most, 0.66 / Math.max(1, lines.length), room / Math.max(1, longest));
}

/** In em, roughly as a bold serif runs. */
export function lineWidth(line: string): number {
  return Array.from(line).reduce((sum, one) => {
    if (one === "\ufe0e") return sum;
    if (one.charCodeAt(0) > 0x2190) return sum + 1;
    if (/[ijltfrI.']/.test(one)) return sum + 0.42;
    if (/[MWmw]/.test(one)) return sum + 0.95;
    return sum + (/[A-Z]/.test(one) ? 0.74 : 0.58);
  }, 0);
}

/** The width, in em, that a face needs in one line. */
export function fitOf(text: string): number {
  return Math.max(1, UPRIGHT.test(text) ? lineWidth(text) : lineWidth(text) * 1.2);
}

export interface Marks {
  selected: boolean;
  last: boolean;
  target: "move" | "attack" | "wins" | null;
  barred: boolean;
}

export function marksOf(square: Square, props: Pick<BoardProps, "selected" | "targets" | "last" | "barred">): Marks {
  const target = props.targets.find((one) => one.square === square);
  return {
    selected: props.selected === square,
    last: props.last?.includes(square) ?? false,
    target: target ? targetMark(target) : null,
    barred: props.barred?.includes(square) ?? false,
  };
}

/** Going somewhere may win at once; an attack has to be won first. */
export function targetMark({ attack, wins }: Target): "move" | "attack" | "wins" {
  if (attack) return "attack";
  return wins ? "wins" : "move";
}

/** Is this to be marked: a hidden piece that has moved, which is a public fact. */
export function isMarkedMoved(piece: Piece, props: Pick<BoardProps, "showMoved">): boolean {
  return piece.kind === null && piece.moved && props.showMoved === true;
}

/** Is this a guess to show: on another's piece whose kind is not known. */
export function guessOf(piece: Piece, props: Pick<BoardProps, "guesses">): Kind | null {
  return piece.kind === null ? (props.guesses[piece.origin] ?? null) : null;
}
