/** What the drawings have in common: which piece shows what, and which markers a square wears. Pure. */

import type { Kind, Piece, Side, Square, System } from "../game/types";
import type { Form, Plan } from "./geometry";
import type { BoardProps, Target } from "./props";

/** Of whom each is, told by lightness as well as by hue; `plain`: of nobody yet. */
export type Paint = "vermilion" | "wood" | "indigo" | "jade" | "plain";

const TWO: readonly Paint[] = ["vermilion", "wood"];
// why in this order: who sits opposite, often the partner, is warm or cold too
const FOUR: readonly Paint[] = ["vermilion", "indigo", "wood", "jade"];
const ARMIES: readonly Paint[] = ["vermilion", "indigo"];

/** The paint of a piece: by the place of its colour or its side in the system's lists, never by a name. */
export function paintOf(
  system: Pick<System, "sides" | "colours">,
  { side, army }: { side: Side | null; army?: string | null },
): Paint {
  if (army) return ARMIES[system.colours?.indexOf(army) ?? 0] ?? "vermilion";
  if (side === null) return "plain";
  const paints = system.sides.length > 2 ? FOUR : TWO;
  return paints[Math.max(0, system.sides.indexOf(side))] ?? "wood";
}

/** The text on a piece; null: its back. The data decides: a kind this seat may not know is null. */
export function faceOf(piece: Piece, face: (kind: Kind) => string): string | null {
  return piece.kind === null ? null : face(piece.kind);
}

const UPRIGHT = /^[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]+$/;

/** East Asian names stand one character under the other where a piece is high; other names break at spaces. */
export function faceLines(text: string, form: Form = PENTAGON): readonly string[] {
  if (UPRIGHT.test(text)) return form.width > form.height ? [text] : Array.from(text);
  return text.split(/[\s-]+/).filter((word) => word !== "");
}

export const PENTAGON: Form = { outline: "pentagon", width: 0.77, height: 0.94, hasBadge: false };
/** The width, in squares, that a line may take on a pentagon; it is pressed together to keep it. */
export const FACE_WIDTH = 0.54;
const FACE_HEIGHT = 0.66;
/** As far as letters are pressed together for a larger size. */
const NARROWEST = 0.8;
const SIGN = /^[\u2190-\u2bff](?:\d|\ufe0e)?$/;
/** The largest sizes, in squares, whatever room there is. */
const LARGEST = {
  pentagon: { name: 0.34, sign: 0.44, word: 0.26 },
  block: { name: 1, sign: 1, word: 0.4 },
};

/** The part of a piece that may be written on, in squares. */
export function faceRoom(form: Form): { width: number; height: number } {
  if (form.outline === "pentagon") return { width: FACE_WIDTH, height: FACE_HEIGHT };
  return { width: form.width * 0.84, height: form.height * 0.86 };
}

/** Font size, in squares, at which the lines fit the face. */
export function faceSize(lines: readonly string[], form: Form = PENTAGON): number {
  const longest = Math.max(...lines.map(lineWidth));
  const all = (shape: RegExp) => lines.every((line) => shape.test(line));
  const written = all(UPRIGHT) ? "name" : all(SIGN) ? "sign" : "word";
  const { width, height } = faceRoom(form);
  const room = written === "word" ? width / NARROWEST : width;
  return Math.min(LARGEST[form.outline][written], height / Math.max(1, lines.length), room / Math.max(1, longest));
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

/** Of the dots where a piece may go: points lie closer than squares, but dots are no smaller than a finger finds. */
export function dotScale({ markScale }: Pick<Plan, "markScale">): number {
  return Math.max(0.9, markScale);
}

/** Is this to be marked: a hidden piece that has moved, which is a public fact. */
export function isMarkedMoved(piece: Piece, props: Pick<BoardProps, "showMoved">): boolean {
  return piece.kind === null && piece.moved && props.showMoved === true;
}

/** Is this a guess to show: on another's piece whose kind is not known. */
export function guessOf(piece: Piece, props: Pick<BoardProps, "guesses">): Kind | null {
  return piece.kind === null ? (props.guesses[piece.origin] ?? null) : null;
}

/** The offered square that the pointer or the keyboard is on: the way there is shown. */
export function offeredEnd(
  props: Pick<BoardProps, "targets"> & { over: Square | null; focus: Square | null },
): Square | null {
  const square = props.over ?? props.focus;
  return props.targets.some((target) => target.square === square) ? square : null;
}
