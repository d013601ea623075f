/** The positions of the move pictures: the same in every language. Points of the own half go by their local names. */

import type { Line } from "../choice";
import type { Picture, Sketch } from "../types";

const SKETCHES = {
  road: { kind: "company", from: "c4" },
  rail: { kind: "regiment", from: "e2", own: ["b2"], enemy: ["e5"] },
  engineer: { kind: "engineer", from: "a3", own: ["c2", "e5"], enemy: ["c6"] },
  camp: { kind: "division", from: "c3", own: ["b2"], enemy: ["b3", "d4"] },
} as const satisfies Record<string, Sketch>;

const FRONT = {
  front: { kind: "brigade", from: "c6", own: ["a6"], enemy: ["c7"], whole: true },
  crossing: { kind: "general", from: "e4", own: ["e3"], enemy: ["e9"], whole: true },
} as const satisfies Record<string, Sketch>;

const CURVE = {
  curve: { kind: "general", from: "Se4", own: ["Se3"], enemy: ["Ea3"], whole: true },
  centre: { kind: "brigade", from: "Sc6", own: ["Sb6"], enemy: ["Nc6"], whole: true },
} as const satisfies Record<string, Sketch>;

/** Each picture with its caption: in the own half, over the front of two, and between four. */
export const captioned = captions(SKETCHES);
export const overTheFront = captions(FRONT);
export const betweenArms = captions(CURVE);

function captions<Key extends string>(sketches: Readonly<Record<Key, Sketch>>) {
  return (lines: Readonly<Record<Key, Line>>): Picture[] =>
    (Object.keys(sketches) as Key[]).map((key) => ({ sketch: sketches[key], caption: lines[key] }));
}
