import { describe, expect, it } from "vitest";
import fixture from "../../../board/gunjin.fixture.json";
import type { System } from "../../../game/types";
import type { Sketch } from "../types";
import { reach } from "./reach";

const system = fixture as unknown as System;

describe("move pictures", () => {
  const goes = (sketch: Sketch, changed: Record<string, unknown> = {}) =>
    reach({ ...system, options_in_force: { ...system.options_in_force, ...changed } }, sketch)
      .map(({ square, attack }) => (attack ? `${square}!` : square))
      .sort();

  it("show steps, bridges and headquarters", () => {
    expect(goes({ kind: "colonel", from: "c3" })).toEqual(["b3", "c2", "c4", "d3"]);
    expect(goes({ kind: "captain", from: "b4", own: ["a4"], enemy: ["b5"] })).toEqual(["b3", "b5!", "c4"]);
    expect(goes({ kind: "spy", from: "c4" })).toEqual(["b4", "c3", "d4"]);
    expect(goes({ kind: "spy", from: "hq1" })).toEqual(["b1", "c2", "d2", "e1"]);
  });

  it("show two squares ahead only over a free one", () => {
    expect(goes({ kind: "tank", from: "e3" })).toEqual(["d3", "e2", "e4", "e5", "f3"]);
    expect(goes({ kind: "tank", from: "e3", enemy: ["e4"] })).toEqual(["d3", "e2", "e4!", "f3"]);
    expect(goes({ kind: "tank", from: "hq1" })).toEqual(["b1", "c2", "c3", "d2", "d3", "e1"]);
  });

  it("show engineers as far as the first piece, and no further than a headquarters", () => {
    expect(goes({ kind: "engineer", from: "a1" })).toEqual(["a2", "a3", "a4", "b1", "hq1"]);
    expect(goes({ kind: "engineer", from: "b3", own: ["b2"], enemy: ["b7", "d3"] })).toEqual(
      ["a3", "b4", "b5", "b6", "b7!", "c3", "d3!"].sort(),
    );
  });

  it("show planes as the options have them", () => {
    const plane: Sketch = { kind: "plane", from: "c3", own: ["c4"], enemy: ["c6", "c7"] };
    expect(goes(plane)).toEqual(["b3", "c2", "c5", "c6!", "c7!", "d3", "hq1", "hq8"]);
    expect(goes(plane, { plane_jump: "own_only" })).toEqual(["b3", "c2", "c5", "c6!", "d3", "hq1"]);
    expect(goes(plane, { plane_jump: "none" })).toEqual(["b3", "c2", "d3", "hq1"]);
    expect(goes(plane, { plane_river: "bridges_only" })).toEqual(["b3", "c2", "d3", "hq1"]);
    expect(goes(plane, { plane_sideways: 0 })).toEqual(["c2", "c5", "c6!", "c7!", "hq1", "hq8"]);
    expect(goes(plane, { plane_sideways: "unlimited" })).toContain("f3");
  });
});
