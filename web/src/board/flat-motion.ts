/** How flat pieces move in a ply: keyframes over `PLY_MS`. Pure. */

import type { Point } from "./geometry";
import { along, ease, GOING } from "./motion";

/** What a piece does in the ply being shown. */
export type Part = "goes" | "goes-and-leaves" | "goes-and-returns" | "leaves" | "turns-down" | "turns-up";

/** The ply being shown, in the drawing. */
export interface Course {
  /** From where to where, as it went. */
  points: readonly Point[];
  battle: boolean;
}

/** Plies take the same time whatever moves, how far, and whatever comes of it. */
export function framesOf({ points, battle }: Course, part: Part): Keyframe[] {
  const turning = points.length < 2 ? 0.08 : GOING;
  const middle = (1 + turning) / 2;
  const flat = (scale: number) => `scaleX(${scale})`;
  switch (part) {
    case "turns-down":
      return [
        { transform: flat(1), opacity: 1, offset: 0 },
        { transform: flat(1), opacity: 1, offset: turning, easing: "ease-in" },
        { transform: flat(0), opacity: 1, offset: middle },
        { transform: flat(0), opacity: 0, offset: 1 },
      ];
    case "turns-up":
      return [
        { transform: flat(0), offset: 0 },
        { transform: flat(0), offset: middle, easing: "ease-out" },
        { transform: flat(1), offset: 1 },
      ];
    case "leaves":
      return [
        { transform: "none", opacity: 1, offset: 0 },
        { transform: "none", opacity: 1, offset: GOING },
        { transform: "scale(0.55)", opacity: 0, offset: 1 },
      ];
  }
  const short = battle ? 0.4 : 0;
  // A mover that lives is drawn where it arrived, any other where it started.
  const base = points[part === "goes" ? points.length - 1 : 0] ?? [0, 0];
  const going = (way: number) => {
    const [x, y] = along(points, way, short);
    return `translate(${x - base[0]}px, ${y - base[1]}px)`;
  };
  const end = part === "goes-and-leaves" ? `${going(1)} scale(0.55)` : "translate(0px, 0px)";
  return [
    ...steps(points).map(([time, way, easing]) => ({
      transform: going(way),
      opacity: 1,
      offset: time * GOING,
      easing,
    })),
    { transform: going(1), opacity: 1, offset: GOING },
    { transform: end, opacity: part === "goes-and-leaves" ? 0 : 1, offset: 1 },
  ];
}

const STEPS = 16;

/** Of the time and of the way: a straight one in one go, any other along its corners. */
function steps(points: readonly Point[]): [time: number, way: number, easing: string][] {
  if (points.length <= 2) return [[0, 0, "cubic-bezier(0.5, 0, 0.2, 1)"]];
  return Array.from({ length: STEPS }, (_, step) => [step / STEPS, ease(step / STEPS), "linear"]);
}

/** What leaves stays away until it is taken off; what turns up is not there before. */
export function fillOf(part: Part): FillMode {
  return part === "goes" || part === "goes-and-returns" || part === "turns-up" ? "none" : "both";
}
