import { describe, expect, it } from "vitest";
import dark from "../../../board/luzhanqi/dark.fixture.json";
import four from "../../../board/luzhanqi/four.fixture.json";
import { readSystem } from "../../../game/description";
import type { Sketch } from "../types";
import { reach } from "./reach";
import { betweenArms, captioned, overTheFront } from "./sketches";

type Told = Parameters<typeof readSystem>[0];

const on = (board: unknown, options: Record<string, unknown> = {}, changed: object = {}) =>
  readSystem({ ...(board as Told), options_in_force: { rail_rule: "straight", ...options }, ...changed });
const goes = (system: ReturnType<typeof on>, sketch: Sketch) =>
  reach(system, sketch)
    .map(({ square, attack }) => (attack ? `${square}!` : square))
    .sort();

describe("pictures of moves in Luzhanqi", () => {
  it("show one point by road, and eight ways out of a camp", () => {
    expect(goes(on(dark), { kind: "company", from: "c4" })).toEqual("b3 b4 b5 c3 c5 d3 d4 d5".split(" "));
    expect(goes(on(dark), { kind: "general", from: "c4", own: ["b4"], enemy: ["c5", "d5"] })).toEqual(
      "b3 b5 c3 c5! d3 d4".split(" "),
    );
  });

  it("show rails straight on up to the first piece, over the front too", () => {
    const brigade: Sketch = { kind: "brigade", from: "a3", own: ["b3"], enemy: ["a9"] };
    expect(goes(on(dark), brigade)).toEqual("a2 a4 a5 a6 a7 a8 a9!".split(" "));
    expect(goes(on(dark, { rail_rule: "max3_turns" }), brigade)).toEqual("a2 a4 a5 a6 b2 c2".split(" "));
  });

  it("show engineers round every corner, and by road as all others", () => {
    const engineer: Sketch = { kind: "engineer", from: "a3", own: ["a2"], enemy: ["a7", "c6"] };
    expect(goes(on(dark), engineer)).toEqual("a4 a5 a6 a7! b3 b6 c6!".split(" "));
    expect(goes(on(dark, { rail_rule: "max3_turns" }), engineer)).toEqual("a4 a5 a6 a7! b3 b6 c6!".split(" "));
  });

  it("show mountains only to those whom an option lets in", () => {
    const open = {
      mountains: { m1: ["a6", "b6", "c6"] },
      squares: [...dark.squares, { name: "m1", type: "mountain" }],
    };
    expect(goes(on(dark, { mountains: "any" }, open), { kind: "bomb", from: "b6" })).toContain("m1");
    expect(goes(on(dark, { mountains: "engineer" }, open), { kind: "bomb", from: "b6" })).not.toContain("m1");
    expect(goes(on(dark, { mountains: "engineer" }, open), { kind: "engineer", from: "b6" })).toContain("m1");
  });

  it("show the curve between arms as one line, and no turn in the centre", () => {
    const south = goes(on(four), { kind: "general", from: "Se4", own: ["Se3", "Sd4"], enemy: ["Ea3", "m32"] });
    expect(south).toEqual("Ea3! Ea4 Ea5 Ea6 Sd3 Sd5 Se5 Se6 m31 m32!".split(" "));
    expect(goes(on(four), { kind: "engineer", from: "Se6" })).toContain("m22");
  });

  it("call a point of the own arm as its owner does", () => {
    expect(goes(on(four), { kind: "company", from: "c4" })).toContain("Sb3");
  });

  it("are of pieces and points that there are", () => {
    const none = { road: "", rail: "", engineer: "", camp: "", front: "", crossing: "", curve: "", centre: "" };
    const shown = [
      ...[...captioned(none), ...overTheFront(none)].map(({ sketch }) => [dark, sketch] as const),
      ...[...captioned(none), ...betweenArms(none)].map(({ sketch }) => [four, sketch] as const),
    ];
    for (const [board, sketch] of shown) {
      const { own = [], enemy = [] } = sketch as Sketch;
      const names = new Set(board.squares.flatMap(({ name, local }) => [name, local]));
      for (const name of [sketch.from, ...own, ...enemy]) expect(names).toContain(name);
      expect(board.kinds.map(({ key }) => key)).toContain(sketch.kind);
      expect(reach(on(board), sketch).length).toBeGreaterThan(1);
    }
  });
});
