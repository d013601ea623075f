/** Upright boxes on the picture. Pure. */

import type { Point } from "./hull";

/** In CSS pixels from the top left corner. */
export interface Area {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export const NOWHERE: Area = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };

export function isEmpty(area: Area): boolean {
  return area.right <= area.left || area.bottom <= area.top;
}

/** The box round points, wider by `rim` on every side; nowhere when there are none. */
export function around(points: readonly Point[], rim: number): Area {
  return points
    .map(([x, y]) => ({ left: x - rim, top: y - rim, right: x + rim, bottom: y + rim }))
    .reduce(join, NOWHERE);
}

export function join(one: Area, other: Area): Area {
  return {
    left: Math.min(one.left, other.left),
    top: Math.min(one.top, other.top),
    right: Math.max(one.right, other.right),
    bottom: Math.max(one.bottom, other.bottom),
  };
}

/** What both cover. */
export function overlap(one: Area, other: Area): Area {
  return {
    left: Math.max(one.left, other.left),
    top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
  };
}
