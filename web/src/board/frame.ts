/** The part of a drawing that is on the screen: all of it, or nearer. Pure. */

import type { Plan, Point } from "./geometry";

/** In drawing units. */
export interface Frame {
  x: number;
  y: number;
  width: number;
  height: number;
}

const NEAREST = 3.2;
/** How much larger the near part is shown: a point of the widest board is as wide as a finger then, on a phone of 360 pixels. */
export const NEAR = 2.4;

/** The drawing with its margins. */
export function wholeOf({ margin, width, height }: Plan): Frame {
  return { x: -margin, y: -margin, width: width + 2 * margin, height: height + 2 * margin };
}

/** Larger by `factor`, round a point that stays where it is. */
export function zoomed(whole: Frame, now: Frame, factor: number, [x, y]: Point): Frame {
  const width = Math.min(whole.width, Math.max(whole.width / NEAREST, now.width / factor));
  const part = width / now.width;
  return within(whole, {
    x: x - (x - now.x) * part,
    y: y - (y - now.y) * part,
    width,
    height: now.height * part,
  });
}

export function shifted(whole: Frame, now: Frame, [x, y]: Point): Frame {
  return within(whole, { ...now, x: now.x + x, y: now.y + y });
}

/** Where who looks has their own pieces: the middle of the near edge. */
export function ownPart(plan: Plan): Frame {
  const whole = wholeOf(plan);
  return zoomed(whole, whole, NEAR, [whole.x + whole.width / 2, whole.y + whole.height]);
}

export function isNear(whole: Frame, { width }: Frame): boolean {
  return width < whole.width * 0.99;
}

export function viewBoxOf({ x, y, width, height }: Frame): string {
  return `${x} ${y} ${width} ${height}`;
}

function within(whole: Frame, { x, y, width, height }: Frame): Frame {
  return {
    x: Math.min(Math.max(x, whole.x), whole.x + whole.width - width),
    y: Math.min(Math.max(y, whole.y), whole.y + whole.height - height),
    width,
    height,
  };
}
