import { describe, expect, it } from "vitest";
import { believed, thoughtAt } from "./thoughts";
import type { Thought } from "./types";

const thought = (number: number): Thought => ({
  ...{ number, side: "second", plies: [], worlds: 2, positions: 9 },
  beliefs: { b4: { spy: 0.2, general: 0.7, mine: 0.1 } },
});

describe("a moment of a replay", () => {
  const thoughts = [2, 4, 6].map(thought);

  it.each([
    [0, 2],
    [1, 2],
    [2, 2],
    [3, 4],
    [6, 6],
    [9, 6],
  ])("after %i plies shows the thought before ply %s", (number, shown) => {
    expect(thoughtAt(thoughts, number)?.number).toBe(shown);
  });

  it("with two computers shows what led to it", () => {
    expect(thoughtAt([1, 2, 3].map(thought), 2)?.number).toBe(2);
  });
});

it("names the likeliest kind first, and knows which pieces were not guessed", () => {
  expect(believed(thought(2), "b4")?.map(({ kind }) => kind)).toEqual(["general", "spy", "mine"]);
  expect(believed(thought(2), "a8")).toBeNull();
});
