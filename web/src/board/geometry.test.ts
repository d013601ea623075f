import { describe, expect, it } from "vitest";
import type { System } from "../game/types";
import { endOf, homeOf, type Plan, squareAt, stepFrom } from "./geometry";
import { planOf } from "./gunjin/plan";
import fixture from "./gunjin.fixture.json";

const system = fixture as unknown as System;
const first = planOf(system, "first");
const second = planOf(system, "second");

describe("plan", () => {
  it("draws the own side near", () => {
    expect(planOf(system, null).turned).toBe(false);
    expect(second.turned).toBe(true);
    expect(first.rows[7]?.map((cell) => cell.name)).toEqual(["a1", "b1", "hq1", "e1", "f1"]);
    expect(second.rows[7]?.map((cell) => cell.name)).toEqual(["f8", "e8", "hq8", "b8", "a8"]);
  });

  it("turns by half: a square's place seen from the other side is its point reflection", () => {
    for (const cell of first.cells) {
      const other = second.byName.get(cell.name);
      expect(other?.cx).toBeCloseTo(first.width - cell.cx);
      expect(other?.cy).toBeCloseTo(first.height - cell.cy);
    }
  });

  it("finds the river and its bridges in the description", () => {
    for (const plan of [first, second]) {
      expect(plan.divide?.after).toBe(3);
      expect(plan.bridges).toHaveLength(2);
      for (const bridge of plan.bridges) {
        const ends = bridge.ends.map((name) => plan.byName.get(name));
        for (const end of ends) expect(end?.cx).toBeCloseTo(bridge.x + bridge.width / 2);
      }
    }
  });

  it("leaves no river where nothing is bridged", () => {
    const dry = planOf({ ...system, bridges: [] }, "first");
    expect(dry.divide).toBeNull();
    expect(dry.height).toBeLessThan(first.height);
  });

  it("names columns and rows as the squares are named", () => {
    const names = (plan: Plan) => ({
      columns: plan.labels.filter(({ y }) => y < 0).map(({ text }) => text),
      rows: plan.labels.filter(({ x }) => x < 0).map(({ text }) => text),
    });
    expect(names(first)).toEqual({ columns: [..."abcdef"], rows: [..."87654321"] });
    expect(names(second).columns).toEqual([..."fedcba"]);
  });

  it("hits each square in its middle and no square in the river or outside", () => {
    for (const cell of first.cells) expect(squareAt(first, cell.cx, cell.cy)).toBe(cell.name);
    expect(squareAt(first, 1.5, (first.divide?.y ?? 0) + 0.1)).toBeNull();
    expect(squareAt(first, -0.1, 1)).toBeNull();
    expect(squareAt(first, 1, first.height + 0.1)).toBeNull();
  });
});

describe("arrow keys", () => {
  it("stop once on a square of two columns", () => {
    expect(stepFrom(first, "b1", "right", 1)).toBe("hq1");
    expect(stepFrom(first, "hq1", "right", 2)).toBe("e1");
    expect(stepFrom(first, "e1", "left", 4)).toBe("hq1");
  });

  it("leave a wide square by the column they came from", () => {
    expect(stepFrom(first, "hq1", "up", 2)).toBe("c2");
    expect(stepFrom(first, "hq1", "up", 3)).toBe("d2");
    expect(stepFrom(second, "hq8", "up", 2)).toBe("d7");
  });

  it("cross the river and stay on the board", () => {
    expect(stepFrom(first, "c4", "up", 2)).toBe("c5");
    expect(stepFrom(first, "a8", "up", 0)).toBe("a8");
    expect(stepFrom(first, "f1", "right", 5)).toBe("f1");
  });

  it("reach every square", () => {
    const seen = new Set(["a1"]);
    for (const name of seen) {
      const column = first.byName.get(name)?.column ?? 0;
      for (const direction of ["left", "right", "up", "down"] as const)
        seen.add(stepFrom(first, name, direction, column));
    }
    expect(seen.size).toBe(system.squares.length);
  });

  it("jump to the ends", () => {
    expect(endOf(first, "c3", "first", false)).toBe("a3");
    expect(endOf(first, "c3", "last", false)).toBe("f3");
    expect(endOf(first, "c3", "first", true)).toBe("a8");
    expect(endOf(first, "c3", "last", true)).toBe("f1");
    expect(homeOf(first)).toBe("hq1");
  });
});
