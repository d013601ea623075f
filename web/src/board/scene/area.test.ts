import { expect, test } from "vitest";
import { around, isEmpty, NOWHERE, overlap } from "./area";

test("the box round points reaches over them by the rim, and round none there is nothing", () => {
  const box = around(
    [
      [4, 9],
      [7, 2],
    ],
    1,
  );
  expect(box).toEqual({ left: 3, top: 1, right: 8, bottom: 10 });
  expect(around([], 1)).toEqual(NOWHERE);
  expect(isEmpty(around([], 1))).toBe(true);
});

test("boxes beside each other have nothing in common", () => {
  const one = { left: 0, top: 0, right: 4, bottom: 4 };
  expect(overlap(one, { left: 2, top: -1, right: 9, bottom: 3 })).toEqual({ left: 2, top: 0, right: 4, bottom: 3 });
  expect(isEmpty(overlap(one, { left: 5, top: 0, right: 9, bottom: 4 }))).toBe(true);
});
