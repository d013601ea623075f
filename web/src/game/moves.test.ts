import { describe, expect, it } from "vitest";
import { click, lastSquares, reachOf } from "./moves";
import type { View } from "./types";

const view = {
  pieces: [
    { square: "a4", side: "first", origin: "a4", moved: false, kind: "general" },
    { square: "b4", side: "first", origin: "b4", moved: false, kind: "mine" },
    { square: "b5", side: "second", origin: "b5", moved: false, kind: null },
  ],
  last: { ply: ["b6", "b5"], quiet_plies: 1, battle: null },
} as unknown as View;
const plies = [
  ["a4", "a5"],
  ["a4", "b5"],
];

describe("choosing a ply", () => {
  it("shows where a piece may go, and whom it would attack", () => {
    expect(reachOf(plies, "a4", view)).toEqual([
      { square: "a5", attack: false },
      { square: "b5", attack: true },
    ]);
    expect(reachOf(plies, null, view)).toEqual([]);
    expect(reachOf(plies, "b5", view)).toEqual([]);
  });

  it("selects, plays and lets go", () => {
    expect(click(plies, view, "first", null, "a4")).toEqual({ type: "select", square: "a4" });
    expect(click(plies, view, "first", "a4", "b5")).toEqual({ type: "play", ply: ["a4", "b5"] });
    expect(click(plies, view, "first", "a4", "a4")).toEqual({ type: "clear" });
  });

  it("says why nothing happens", () => {
    expect(click(plies, view, "first", null, "b4")).toEqual({ type: "refused", why: "cannot-move" });
    expect(click(plies, view, "first", "a4", "f8")).toEqual({ type: "refused", why: "out-of-reach" });
    expect(click(plies, view, "first", null, "b5")).toEqual({ type: "refused", why: "not-yours" });
  });

  it("marks both squares of the last ply", () => {
    expect(lastSquares(view)).toEqual(["b6", "b5"]);
    expect(lastSquares(null)).toBeNull();
  });
});
