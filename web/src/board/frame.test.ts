import { describe, expect, it } from "vitest";
import { planOf } from "./drawings";
import { isNear, ownPart, shifted, wholeOf, zoomed } from "./frame";
import { sampleSystem } from "./sample";

const plan = planOf(sampleSystem("four"), "south", "tall");
const whole = wholeOf(plan);

describe("the part of a board that is on the screen", () => {
  it("begins with the own arm, all of it, its points as wide as a finger", () => {
    const near = ownPart(plan);
    expect(isNear(whole, near)).toBe(true);
    expect(344 / near.width).toBeGreaterThanOrEqual(44);
    for (const { cx, cy, territory } of plan.cells) {
      if (territory !== "south") continue;
      expect(cx).toBeGreaterThan(near.x);
      expect(cx).toBeLessThan(near.x + near.width);
      expect(cy).toBeGreaterThan(near.y);
    }
  });

  it("keeps the point between two fingers where it is", () => {
    const near = zoomed(whole, whole, 2, [4, 10]);
    expect((4 - near.x) / near.width).toBeCloseTo((4 - whole.x) / whole.width);
    expect((10 - near.y) / near.height).toBeCloseTo((10 - whole.y) / whole.height);
  });

  it("never leaves the board, nor grows beyond it", () => {
    expect(zoomed(whole, whole, 0.5, [0, 0])).toEqual(whole);
    expect(isNear(whole, zoomed(whole, ownPart(plan), 0.1, [3, 3]))).toBe(false);
    const near = shifted(whole, ownPart(plan), [100, -100]);
    expect([near.x + near.width, near.y]).toEqual([whole.x + whole.width, whole.y]);
    expect(zoomed(whole, whole, 100, [4, 4]).width).toBeGreaterThan(whole.width / 4);
  });
});
