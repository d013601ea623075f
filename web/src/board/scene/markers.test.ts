import { describe, expect, it } from "vitest";
import { planOf } from "../drawings";
import type { BoardProps } from "../props";
import { type Sample, sampleSystem } from "../sample";
import { marksOn } from "./markers";

function marks(name: Sample, more: Partial<BoardProps>, focus: string | null = null) {
  const system = sampleSystem(name);
  const props: BoardProps = {
    system,
    pieces: [],
    near: null,
    viewer: null,
    selected: null,
    targets: [],
    last: null,
    guesses: {},
    kindName: (kind) => kind,
    face: (kind) => kind,
    label: (square) => square,
    disabled: false,
    onSquare: () => undefined,
    ...more,
  };
  return marksOn(props, planOf(system, null), focus, null);
}

describe("markers on the ground", () => {
  it("show the way of the last ply where it is more than a step", () => {
    const count = (name: Sample, last: readonly [string, string]) => marks(name, { last }).length;
    expect(count("dark", ["a6", "a8"])).toBe(count("dark", ["a6", "a7"]) + 2);
    expect(count("gunjin", ["a1", "a8"])).toBe(count("gunjin", ["a1", "a2"]));
  });

  it("show the way to the offered square that is looked at", () => {
    const chosen = { selected: "Sa2", targets: [{ square: "m13", attack: false }] };
    const looked = marks("four", chosen, "m13").length - marks("four", chosen, "m12").length;
    expect(looked).toBe(2);
  });

  it("lie within the board, their dashes one after the other", () => {
    for (const { rings } of marks("four", { last: ["Se2", "Ea3"] })) {
      expect(rings.length).toBeGreaterThan(0);
      for (const [x, z] of rings.flat()) {
        expect(Math.abs(x)).toBeLessThan(9.1);
        expect(Math.abs(z)).toBeLessThan(9.1);
      }
    }
  });
});
