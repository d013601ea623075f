/** What to animate between two states of the pieces. Pure, and blind to kinds. */

import type { PlyTime } from "../game/ply-queue";
import type { Piece, Side, Square } from "../game/types";
import type { Point } from "./geometry";
import type { BoardProps } from "./props";

/** Every ply takes the same time, whatever moved, how far, and however a battle ended. */
export const PLY_MS = 480;
/** The part of it spent going; the rest is the clash, or rest. */
export const GOING = 0.55;
/** How long the board rests after a ply, to be read; a quick computer seems to think for it. In ms. */
const REST_MS = { quiet: 220, battle: 520 };

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
  /** It went there and back: nobody was removed. */
  stays: boolean;
  /** What was turned up, as it lay before. */
  turned: Piece | null;
}

type Ends = readonly [Square, Square] | null;

/** Through whose eyes the board is seen; null: through everybody's. Nothing drawn for one may stay for another. */
export function eyesOf({ viewer, system }: Pick<BoardProps, "viewer" | "system">): Side | null {
  return system.hidden ? viewer : null;
}

/**
 * The one ply that leads from `before` to `after`; null when it is something else (a jump, a swap, a turn back).
 * `earlier`: the last ply before: the same one is not shown again where nothing else tells that it was played.
 */
export function plyBetween(
  before: readonly Piece[],
  after: readonly Piece[],
  last: Ends,
  earlier: Ends = null,
): PlyMotion | null {
  if (!last || before === after || after.length === 0) return null;
  const [from, to] = last;
  const mover = before.find((piece) => piece.square === from);
  if (!mover) return null;
  const then = new Map(before.map((piece) => [key(piece), piece]));
  const now = new Map(after.map((piece) => [key(piece), piece]));
  const gone = before.filter((piece) => !now.has(key(piece)));
  const isElsewhere = (piece: Piece) => (now.get(key(piece))?.square ?? piece.square) !== piece.square;
  if (before.some((piece) => piece !== mover && isElsewhere(piece))) return null;
  // What lay under the mover, and was left there.
  if (after.some((piece) => !then.has(key(piece)) && piece.square !== from)) return null;
  const living = new Set(after.map((piece) => piece.side));
  const isOut = (piece: Piece) => piece.side !== null && !living.has(piece.side);
  if (gone.some((piece) => piece !== mover && piece.square !== to && !isOut(piece))) return null;
  const there = after.find((piece) => piece.square === to);
  const old = there && then.get(key(there));
  const turned = old && old.square === to && old.kind === null && there.kind !== null ? old : null;
  const moved = now.get(key(mover));
  if (moved && moved.square !== from && moved.square !== to) return null;
  const stays = moved !== undefined && moved.square === from;
  if (stays && (gone.length > 0 || isSame(last, earlier) || (from === to && !turned))) return null;
  const battle = from !== to && (stays || gone.some((piece) => piece === mover || piece.square === to));
  return { from, to, mover, gone, battle, stays, turned };
}

function isSame(one: Ends, other: Ends): boolean {
  return one?.[0] === other?.[0] && one?.[1] === other?.[1];
}

/** Names a piece over the whole match. */
export function key(piece: Piece): string {
  return piece.origin;
}

function lengthsOf(points: readonly Point[]): readonly number[] {
  return points.slice(1).map(([x, y], index) => {
    const [x0, y0] = points[index] ?? [x, y];
    return Math.hypot(x - x0, y - y0);
  });
}

export function lengthOf(points: readonly Point[]): number {
  return lengthsOf(points).reduce((sum, length) => sum + length, 0);
}

/** Where who goes along `points` is at `part`, 0 to 1, of the way; `short`: of so much at its end. */
export function along(points: readonly Point[], part: number, short = 0): Point {
  let left = Math.max(0, lengthOf(points) - short) * part;
  for (const [index, length] of lengthsOf(points).entries()) {
    const [from, to] = [points[index], points[index + 1]];
    if (!from || !to) continue;
    if (left <= length && length > 0) {
      return [from[0] + ((to[0] - from[0]) * left) / length, from[1] + ((to[1] - from[1]) * left) / length];
    }
    left -= length;
  }
  return points[points.length - 1] ?? [0, 0];
}

/** By the settings, or by the device, which goes first as it does in the style sheets. */
export function wantsLessMotion(): boolean {
  if (typeof document === "object" && document.documentElement.dataset.motion === "reduced") return true;
  return typeof matchMedia === "function" && matchMedia("(prefers-reduced-motion: reduce)").matches;
}

export function ease(t: number): number {
  return t < 0.5 ? 4 * t * t * t : 1 - (-2 * t + 2) ** 3 / 2;
}
