import type { BufferGeometry } from "three";
import type { Form } from "../geometry";
import { Solid } from "./solid";

const BEVEL = 0.035;

type Corner = readonly [x: number, y: number];

/** A standing piece: its outline from the foot up, and how thick it is at its foot and at its head. */
export interface Build {
  outline: readonly Corner[];
  foot: number;
  head: number;
  high: number;
  /** The width that a face's picture is stretched over. */
  wide: number;
}

const PENTAGON: Build = {
  outline: [
    [-0.385, 0],
    [0.385, 0],
    [0.315, 0.7],
    [0, 0.94],
    [-0.315, 0.7],
  ],
  foot: 0.27,
  head: 0.17,
  high: 0.94,
  wide: 0.78,
};

export function buildOf({ outline, width, height }: Form): Build {
  if (outline === "pentagon") return PENTAGON;
  const [half, foot] = [width / 2, Math.min(0.3, height * 0.42)];
  const corners = [
    [-half, 0],
    [half, 0],
    [half * 0.97, height],
    [-half * 0.97, height],
  ] as const;
  return { outline: corners, foot, head: foot * 0.72, high: height, wide: width };
}

/** Bevelled, thick at the foot: materials 0 sides, 1 front, 2 back. */
export function pieceShape({ outline, foot, head, high, wide }: Build): BufferGeometry {
  const depth = (y: number) => (foot + ((head - foot) * y) / high) / 2;
  const middle = [0, high * 0.45] as const;
  const inner = outline.map(([x, y]) => {
    const [dx, dy] = [x - middle[0], y - middle[1]];
    const shrink = 1 - BEVEL / Math.max(0.3, Math.hypot(dx, dy));
    return [middle[0] + dx * shrink, middle[1] + dy * shrink] as const;
  });
  const front = inner.map(([x, y]) => [x, y, depth(y)] as const);
  const back = inner.map(([x, y]) => [x, y, -depth(y)] as const);
  const rimFront = outline.map(([x, y]) => [x, y, depth(y) - BEVEL * 0.8] as const);
  const rimBack = outline.map(([x, y]) => [x, y, -depth(y) + BEVEL * 0.8] as const);
  const solid = new Solid();
  outline.forEach((_, index) => {
    const next = (index + 1) % outline.length;
    const [f0, f1, b0, b1] = [front[index], front[next], back[index], back[next]];
    const [rf0, rf1, rb0, rb1] = [rimFront[index], rimFront[next], rimBack[index], rimBack[next]];
    if (!f0 || !f1 || !b0 || !b1 || !rf0 || !rf1 || !rb0 || !rb1) return;
    solid.face([f0, rf0, rf1, f1]).face([rf0, rb0, rb1, rf1]).face([rb0, b0, b1, rb1]);
  });
  solid.group(0);
  solid.face(front, ([x, y]) => [x / wide + 0.5, y / high]).group(1);
  solid.face([...back].reverse(), ([x, y]) => [0.5 - x / wide, y / high]).group(2);
  return solid.build();
}
