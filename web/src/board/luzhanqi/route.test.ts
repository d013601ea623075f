import { describe, expect, it } from "vitest";
import { sampleSystem } from "../sample";
import { planOf } from "./plan";
import { routeOf, wayOf } from "./route";

const two = planOf(sampleSystem("dark"), "first", "tall");
const four = planOf(sampleSystem("four"), "south", "wide");
const besides =
  (...taken: string[]) =>
  (square: string) =>
    !taken.includes(square);

describe("the way of a ply", () => {
  it("is a step to a neighbour, by road or rail", () => {
    expect(wayOf(two, "b3", "c4", besides())).toEqual(["b3", "c4"]);
    expect(wayOf(two, "a6", "a7", besides())).toEqual(["a6", "a7"]);
  });

  it("is straight along a rail, over the front too", () => {
    expect(wayOf(two, "a4", "a8", besides("a4", "a8"))).toEqual(["a4", "a5", "a6", "a7", "a8"]);
    expect(wayOf(two, "d6", "a6", besides())).toEqual(["d6", "c6", "b6", "a6"]);
  });

  it("goes round the corner on the curved rail between two arms", () => {
    expect(wayOf(four, "Se4", "Ea4", besides())).toEqual(["Se4", "Se5", "Se6", "Ea6", "Ea5", "Ea4"]);
  });

  it("takes the line that is free where two lead there", () => {
    expect(wayOf(four, "Sa2", "Na2", besides("m12"))).not.toContain("m12");
    expect(wayOf(four, "Sa5", "We6", besides())).toEqual(["Sa5", "Sa6", "We6"]);
  });

  it("turns corners where no line leads there, around what stands in the way", () => {
    expect(wayOf(two, "a2", "c6", besides("a5"))).toEqual([..."a2 b2 c2 d2 e2 e3 e4 e5 e6 d6 c6".split(" ")]);
  });

  it("is the two ends where no rail leads", () => {
    expect(wayOf(two, "a2", "c6", () => false)).toEqual(["a2", "c6"]);
    expect(wayOf(two, "b3", "m1", besides())).toEqual(["b3", "m1"]);
  });
});

describe("the route in the drawing", () => {
  it("has a point for every one passed", () => {
    expect(routeOf(two, "a4", "a8", besides()).map(([x]) => x)).toEqual([0.5, 0.5, 0.5, 0.5, 0.5]);
    expect(routeOf(two, "a4", "b4", besides())).toHaveLength(2);
  });

  it("bends between the arms, inside the corner", () => {
    const [start, ...rest] = routeOf(four, "Se6", "Ea6", besides());
    const [corner, end] = [four.byName.get("m31"), rest.at(-1)];
    expect(rest.length).toBeGreaterThan(3);
    for (const [x, y] of rest.slice(0, -1)) {
      expect(x).toBeGreaterThan(corner?.cx ?? 0);
      expect(y).toBeGreaterThan(corner?.cy ?? 0);
      expect(x).toBeLessThan(end?.[0] ?? 0);
      expect(y).toBeLessThan(start?.[1] ?? 0);
    }
  });

  it("is told by what everybody sees alone", () => {
    const seen = (...pieces: string[]) => routeOf(two, "a2", "e6", besides(...pieces));
    expect(seen("a4")).toEqual(seen("a4"));
    expect(seen("a4")).not.toEqual(seen("e4"));
  });
});
