/** What to animate between two states of the pieces. Pure, and blind to kinds. */

import type { PlyTime } from "../game/ply-queue";
import type { Piece, Square } from "../game/types";

/** Every ply takes the same time, whatever moved, how far, and however a battle ended. */
export const PLY_MS = 620;
/** The part of it spent going; the rest is the clash, or rest. */
export const GOING = 0.55;
/** How long the board rests after a ply, to be read. In ms. */
const REST_MS = { quiet: 250, battle: 700 };

/** How long a ply is on the board before its result is told, and before the next one. */
export function plyTime(isBattle: boolean): PlyTime {
  const moving = wantsLessMotion() ? 0 : PLY_MS;
  return { clash: moving * GOING, whole: moving + (isBattle ? REST_MS.battle : REST_MS.quiet) };
}

export interface PlyMotion {
  from: Square;
  to: Square;
  /** As it stood before. */
  mover: Piece;
  /** The pieces that are gone now, as they stood before. */
  gone: readonly Piece[];
  battle: boolean;
}

/** The one ply that leads from `before` to `after`; null when it is something else (a jump, a swap, a turn back). */
export function plyBetween(
  before: readonly Piece[],
  after: readonly Piece[],
  last: readonly [Square, Square] | null,
): PlyMotion | null {
  if (!last || before === after) return null;
  const [from, to] = last;
  const mover = before.find((piece) => piece.square === from);
  if (!mover) return null;
  const now = new Map(after.map((piece) => [key(piece), piece]));
  const gone: Piece[] = [];
  for (const piece of before) {
    const then = now.get(key(piece));
    if (!then) gone.push(piece);
    else if (then.square !== piece.square && piece !== mover) return null;
  }
  const moved = now.get(key(mover));
  if (moved && moved.square !== to) return null;
  if (!moved && !gone.includes(mover)) return null;
  if (after.length + gone.length !== before.length) return null;
  if (gone.some((piece) => piece !== mover && piece.square !== to)) return null;
  return { from, to, mover, gone, battle: gone.length > 0 };
}

/** Names a piece over the whole match. */
export function key(piece: Piece): string {
  return `${piece.side}/${piece.origin}`;
}

/** By the settings, or by the device, which goes first as it does in the style sheets. */
export function wantsLessMotion(): boolean {
  if (typeof document === "object" && document.documentElement.dataset.motion === "reduced") return true;
  return typeof matchMedia === "function" && matchMedia("(prefers-reduced-motion: reduce)").matches;
}

export function ease(t: number): number {
  return t < 0.5 ? 4 * t * t * t : 1 - (-2 * t + 2) ** 3 / 2;
}
