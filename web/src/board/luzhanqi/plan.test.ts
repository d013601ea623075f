import { describe, expect, it } from "vitest";
import { endOf, homeOf, squareAt, stepFrom } from "../geometry";
import { sampleSystem } from "../sample";
import { inksOf, mountains } from "./ink";
import { type PointPlan, planOf } from "./plan";

const two = sampleSystem("dark");
const four = sampleSystem("four");
const first = planOf(two, "first", "tall");
const second = planOf(two, "second", "tall");
const plans = four.sides.map((side) => planOf(four, side, "wide"));
const [south, east, north, west] = plans as [PointPlan, PointPlan, PointPlan, PointPlan];
const all = [first, second, ...plans, planOf(four, "east", "tall")];

/** From the middle of the board. */
function offset(plan: PointPlan, square: string): [number, number] {
  const cell = plan.byName.get(square);
  return [(cell?.cx ?? Number.NaN) - plan.width / 2, (cell?.cy ?? Number.NaN) - plan.height / 2];
}

describe("the board of two", () => {
  it("has every point once, the own half below", () => {
    expect(first.cells).toHaveLength(60);
    expect(first.rows.map((row) => row.length)).toEqual(Array(12).fill(5));
    expect(first.rows[11]?.map(({ name }) => name)).toEqual(["a1", "b1", "c1", "d1", "e1"]);
    expect(second.rows[11]?.map(({ name }) => name)).toEqual(["e12", "d12", "c12", "b12", "a12"]);
  });

  it("turns by half for the other side", () => {
    for (const { name } of first.cells) {
      const [[x, y], [u, v]] = [offset(first, name), offset(second, name)];
      expect([u, v]).toEqual([expect.closeTo(-x), expect.closeTo(-y)]);
    }
  });

  it("leaves a front between the halves with a way across at a, c and e, and mountains between those", () => {
    expect(first.divide).toMatchObject({ look: "front", after: 5 });
    expect(first.divide?.crossings.map(({ x, width }) => x + width / 2)).toEqual([0.5, 2.5, 4.5]);
    expect(mountains(first).map(([x]) => x)).toEqual([1.5, 3.5]);
  });

  it("puts mountains that may be entered into the front", () => {
    const open = {
      ...two,
      squares: [
        ...two.squares,
        ...[1, 3].map((x) => ({
          name: `m${(x + 1) / 2}`,
          type: "mountain" as const,
          tags: ["mountain"],
          width: 1,
          x,
          y: 6,
          territory: null,
        })),
      ],
      mountains: { m1: ["a6", "b6", "c6"], m2: ["c7", "d7", "e7"] },
    };
    const plan = planOf(open, "first", "tall");
    expect(plan.divide).toBeNull();
    expect(plan.rows[6]?.map(({ name }) => name)).toEqual(["m1", "m2"]);
    expect(mountains(plan)).toHaveLength(2);
    expect(plan.trails).toContainEqual(["d7", "m2"]);
    expect(inksOf(plan).map(({ look }) => look)).toContain("trail");
    expect(inksOf(first).map(({ look }) => look)).not.toContain("trail");
  });
});

describe("the board of four", () => {
  it("turns so that the own arm is below, its first column on the left", () => {
    for (const [plan, letter] of [
      [south, "S"],
      [east, "E"],
      [north, "N"],
      [west, "W"],
    ] as const) {
      expect(plan.rows[16]?.map(({ name }) => name)).toEqual([..."abcde"].map((column) => `${letter}${column}1`));
    }
  });

  it("seats the others clockwise in the reverse order of play", () => {
    expect([...east.seats]).toEqual([
      ["south", 1],
      ["east", 0],
      ["north", 3],
      ["west", 2],
    ]);
  });

  it("is the same board from everywhere", () => {
    for (const { name } of south.cells) {
      const [x, y] = offset(south, name);
      const [u, v] = offset(north, name);
      expect([u, v]).toEqual([expect.closeTo(-x), expect.closeTo(-y)]);
      expect(offset(east, name)[0]).toBeCloseTo(-offset(west, name)[0]);
    }
  });

  it("marks arms, and the one that nobody plays", () => {
    expect(south.arms.map(({ side, seat }) => [side, seat])).toEqual([
      ["south", 0],
      ["east", 3],
      ["north", 2],
      ["west", 1],
    ]);
    const squares = four.squares.map((square) =>
      square.territory === "west" ? { ...square, territory: null, is_closed: true } : square,
    );
    const three = planOf({ ...four, sides: ["south", "east", "north"], squares }, "east", "wide");
    expect(three.arms.at(-1)).toMatchObject({ side: null, seat: 2 });
    expect(inksOf(three).at(-1)?.look).toBe("closed");
    expect(inksOf(east).at(-1)?.look).not.toBe("closed");
  });
});

describe("a part of a board", () => {
  it("is a side's territory alone, as large as on the board of two", () => {
    for (const [system, side, corner] of [
      [four, "west", "Wa1"],
      [two, "second", "e12"],
    ] as const) {
      const plan = planOf(system, side, "wide", side);
      expect(plan.rows.map((row) => row.length)).toEqual(Array(6).fill(5));
      expect(plan.rows[5]?.[0]).toMatchObject({ name: corner, x: 0, width: 1 });
      expect(plan.form).toEqual(first.form);
      expect(plan.divide).toBeNull();
      expect(plan.arms.map((arm) => arm.side)).toEqual([side]);
      expect(plan.rails).toHaveLength(16);
      for (const { path } of inksOf(plan)) expect(path).not.toMatch(/NaN|undefined|Infinity/);
    }
  });
});

describe("every board of lines", () => {
  it("has no two points in one place, and is hit in the middle of each", () => {
    for (const plan of all) {
      for (const { cx, cy, name } of plan.cells) expect(squareAt(plan, cx, cy)).toBe(name);
      expect(squareAt(plan, -0.1, 1)).toBeNull();
    }
    expect(squareAt(south, 1, 1)).toBeNull();
  });

  it("keeps pieces within their squares", () => {
    for (const { form, cells } of all) {
      for (const cell of cells) {
        expect(form.width).toBeLessThan(cell.width);
        expect(form.height).toBeLessThan(cell.height);
      }
    }
  });

  it("is walked all over by the arrow keys", () => {
    for (const plan of all) {
      const seen = new Set([homeOf(plan) ?? ""]);
      for (const name of seen) {
        const column = plan.byName.get(name)?.column ?? 0;
        for (const direction of ["left", "right", "up", "down"] as const) {
          seen.add(stepFrom(plan, name, direction, column));
        }
      }
      expect(seen.size).toBe(plan.cells.length);
    }
  });

  it("begins at the middle of the own back row, and steps over the front", () => {
    expect(homeOf(east)).toBe("Ec1");
    expect(stepFrom(first, "a6", "up", 0)).toBe("a7");
    expect(stepFrom(south, "Sc6", "up", 8)).toBe("m21");
    expect(stepFrom(south, "m31", "right", 10)).toBe("Ea6");
    expect(endOf(south, "m31", "first", false)).toBe("We1");
  });

  it("names every row and column outside the middle", () => {
    const texts = (plan: PointPlan) => plan.labels.map(({ text }) => text).sort();
    expect(texts(first)).toEqual([..."abcde", ..."abcde", ...count(12), ...count(12)].sort());
    const arm = [..."abcde", ...count(6), ...count(6)];
    expect(texts(south)).toEqual([...arm, ...arm, ...arm, ...arm].sort());
  });

  it("is drawn without a number that is none", () => {
    for (const plan of all) for (const { path } of inksOf(plan)) expect(path).not.toMatch(/NaN|undefined|Infinity/);
  });
});

function count(last: number): string[] {
  return Array.from({ length: last }, (_, index) => `${index + 1}`);
}
