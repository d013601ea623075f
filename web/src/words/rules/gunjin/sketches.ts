/** The positions of the move pictures: the same in every language. */

import type { Line } from "../choice";
import type { Picture, Sketch } from "../types";

const SKETCHES = {
  step: { kind: "colonel", from: "c3" },
  bridge: { kind: "captain", from: "b4", own: ["a4"], enemy: ["b5"] },
  tank: { kind: "tank", from: "e3" },
  engineer: { kind: "engineer", from: "b3", own: ["b2"], enemy: ["b7", "d3"] },
  plane: { kind: "plane", from: "c3", own: ["c4"], enemy: ["c6", "c7"] },
  hq: { kind: "tank", from: "hq1" },
} as const satisfies Record<string, Sketch>;

/** Each picture with its caption. */
export function captioned(captions: Record<keyof typeof SKETCHES, Line>): Picture[] {
  return (Object.keys(SKETCHES) as (keyof typeof SKETCHES)[]).map((key) => ({
    sketch: { ...SKETCHES[key], whole: true },
    caption: captions[key],
  }));
}
