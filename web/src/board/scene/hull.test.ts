import { expect, test } from "vitest";
import { hullOf, type Point } from "./hull";

const SQUARE: readonly Point[] = [
  [0, 0],
  [4, 0],
  [4, 4],
  [0, 4],
];

test("what lies inside or on an edge is no corner", () => {
  const hull = hullOf([...SQUARE, [1, 2], [2, 0], [4, 3], [2, 2]]);
  expect(new Set(hull.map(String))).toEqual(new Set(SQUARE.map(String)));
  expect(hull).toHaveLength(4);
});

test("corners follow each other round the outline", () => {
  const hull = hullOf([SQUARE[2], SQUARE[0], SQUARE[3], SQUARE[1]].flatMap((point) => (point ? [point] : [])));
  hull.forEach(([x, y], index) => {
    const [nextX, nextY] = hull[(index + 1) % hull.length] ?? [Number.NaN, Number.NaN];
    expect(Math.abs(nextX - x) + Math.abs(nextY - y)).toBe(4);
  });
});

test("the same point twice, or points on a line, make no outline", () => {
  expect(
    hullOf([
      [1, 1],
      [1, 1],
    ]).length,
  ).toBeLessThan(3);
  expect(
    hullOf([
      [0, 0],
      [1, 1],
      [2, 2],
    ]).length,
  ).toBeLessThan(3);
});
