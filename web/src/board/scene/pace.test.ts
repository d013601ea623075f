import { expect, test } from "vitest";
import { Pace } from "./pace";

function draw(pace: Pace, milliseconds: number, count: number): Pace {
  for (let index = 0; index < count; index++) pace.took(milliseconds);
  return pace;
}

test("a graphics card starts with the full picture, a processor with a small one", () => {
  expect([new Pace(true).part, new Pace(true).isSlow]).toEqual([1, false]);
  expect([new Pace(false).part, new Pace(false).isSlow]).toEqual([0.5, true]);
});

test("three slow pictures running take a step down, a single one does not", () => {
  const pace = new Pace(true);
  for (let round = 0; round < 5; round++) draw(draw(pace, 300, 2), 20, 1);
  expect(pace.part).toBe(1);
  expect(draw(pace, 60, 3).part).toBe(0.75);
  expect(draw(pace, 60, 3).part).toBe(0.5);
  expect(draw(pace, 60, 30).part).toBe(0.5);
});

test("many quick pictures running take a step up again", () => {
  const pace = draw(new Pace(true), 60, 6);
  draw(draw(pace, 8, 29), 20, 1);
  expect(pace.part).toBe(0.5);
  expect(draw(pace, 8, 30).part).toBe(0.75);
  expect(draw(pace, 8, 30).part).toBe(1);
  expect(draw(pace, 8, 90).part).toBe(1);
});

test("neither slow nor quick stays where it is", () => {
  const pace = draw(new Pace(true), 60, 3);
  expect(draw(pace, 30, 500).part).toBe(0.75);
});
