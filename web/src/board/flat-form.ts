/** Outlines of flat pieces, round the middle of their square. */

import type { Form, Point } from "./geometry";

export interface Outline {
  body: string;
  inset: string;
  grain: string;
  /** The middle of what is written or drawn on it, and how large a crest is. */
  middle: Point;
  crest: number;
  /** The bar of a hidden piece that has moved. */
  bar: string;
  /** The slip with a guess: half its size. */
  slip: Point;
  /** A sign in the corner. */
  corner: Point;
}

const PENTAGON: Outline = {
  body: "M-0.37 0.45 L0.37 0.45 L0.3 -0.25 L0 -0.46 L-0.3 -0.25 Z",
  inset: "M-0.315 0.4 L0.315 0.4 L0.255 -0.22 L0 -0.395 L-0.255 -0.22 Z",
  grain:
    "M-0.24 0.42 Q-0.2 0.1 -0.2 -0.24 M-0.12 0.43 Q-0.14 0.1 -0.09 -0.33 M0.02 0.43 Q0.05 0 0.01 -0.39 M0.14 0.43 Q0.1 0.1 0.11 -0.31 M0.26 0.42 Q0.24 0.1 0.21 -0.23",
  middle: [0, 0.075],
  crest: 0.4,
  bar: "M-0.18 0.345 H0.18",
  slip: [0.25, 0.15],
  corner: [0.2, -0.1],
};

function block({ width, height }: Form): Outline {
  const [x, y] = [width / 2, height / 2];
  const rectangle = (inset: number, radius: number) => {
    const [w, h] = [x - inset, y - inset];
    return `M${-w + radius} ${-h}H${w - radius}Q${w} ${-h} ${w} ${-h + radius}V${h - radius}Q${w} ${h} ${w - radius} ${h}H${-w + radius}Q${-w} ${h} ${-w} ${h - radius}V${-h + radius}Q${-w} ${-h} ${-w + radius} ${-h}Z`;
  };
  const grain = [-0.55, -0.1, 0.42].map((part, index) => {
    const sway = index % 2 === 0 ? 0.03 : -0.025;
    return `M${-x * 0.92} ${y * part}Q0 ${y * part + sway} ${x * 0.92} ${y * part - sway / 2}`;
  });
  const small = Math.min(width, height);
  return {
    body: rectangle(0, 0.09),
    inset: rectangle(0.045, 0.06),
    grain: grain.join(""),
    middle: [0, 0],
    crest: small * 0.5,
    bar: `M${-x * 0.5} ${y - 0.085}H${x * 0.5}`,
    slip: [Math.min(x * 0.8, 0.34), Math.min(y * 0.68, 0.2)],
    corner: [x - small * 0.16, -y + small * 0.16],
  };
}

const blocks = new WeakMap<Form, Outline>();

export function outlineOf(form: Form): Outline {
  if (form.outline === "pentagon") return PENTAGON;
  const outline = blocks.get(form) ?? block(form);
  blocks.set(form, outline);
  return outline;
}
