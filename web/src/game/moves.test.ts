import { describe, expect, it } from "vitest";
import { click, lastSquares, reachOf, unseenFlags } from "./moves";
import type { System, View } from "./types";

const view = {
  pieces: [
    { square: "a4", side: "first", origin: "a4", moved: false, kind: "general" },
    { square: "b4", side: "first", origin: "b4", moved: false, kind: "mine" },
    { square: "b5", side: "second", origin: "b5", moved: false, kind: null },
    { square: "d7", side: "first", origin: "d4", moved: true, kind: "general" },
    { square: "e7", side: "first", origin: "e4", moved: true, kind: "tank" },
  ],
  last: { ply: ["b6", "b5"], quiet_plies: 1, battle: null },
} as unknown as View;
const system = {
  kinds: [{ key: "general", occupies: true }, { key: "tank" }],
  squares: [
    { name: "hq1", territory: "first", tags: ["headquarters"] },
    { name: "hq8", territory: "second", tags: ["headquarters"] },
  ],
} as unknown as System;
const plies = [
  ["a4", "a5"],
  ["a4", "b5"],
];

describe("choosing a ply", () => {
  it("shows where a piece may go, and whom it would attack", () => {
    expect(reachOf(plies, "a4", view, system)).toEqual([
      { square: "a5", attack: false, wins: false },
      { square: "b5", attack: true, wins: false },
    ]);
    expect(reachOf(plies, null, view, system)).toEqual([]);
    expect(reachOf(plies, "b5", view, system)).toEqual([]);
  });

  it("tells the empty headquarters of the enemy from every other square, for a piece that may occupy it", () => {
    const wins = (from: string, to: string, pieces = view.pieces) =>
      reachOf([[from, to]], from, { ...view, pieces }, system)[0]?.wins;
    expect(wins("d7", "hq8")).toBe(true);
    expect(wins("d7", "hq1")).toBe(false);
    expect(wins("d7", "d8")).toBe(false);
    expect(wins("e7", "hq8")).toBe(false);
    const guard = { square: "hq8", side: "second", origin: "hq8", moved: false, kind: null };
    expect(wins("d7", "hq8", [...view.pieces, guard])).toBe(false);
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

  it("turns a piece up at a tap, but not instead of a move", () => {
    const turning = [["c3"], ...plies];
    expect(click(turning, view, "first", null, "c3")).toEqual({ type: "play", ply: ["c3"] });
    expect(click(turning, view, "first", "a4", "c3")).toEqual({ type: "refused", why: "out-of-reach" });
    expect(reachOf(turning, "c3", view, system)).toEqual([]);
  });

  it("asks whether a flag goes along", () => {
    const both = [
      ["a4", "a5"],
      ["a4", "a5", "carry"],
    ];
    expect(click(both, view, "first", "a4", "a5")).toEqual({ type: "ask", plies: both });
    expect(reachOf(both, "a4", view, system)).toHaveLength(1);
  });

  it("marks what was turned up, and nothing where somebody left", () => {
    const seen = (ply: string[], result: string) => ({ ...view, last: { ...view.last, ply, result } }) as View;
    expect(lastSquares(seen(["c3"], "turned"))).toEqual(["c3", "c3"]);
    expect(lastSquares(seen(["left"], "left"))).toBeNull();
  });

  it("marks flags that everybody knows of and nobody sees", () => {
    const flip = { colours: {}, turned: {}, under: [{ square: "d7", army: "blue", origin: "a12" }] };
    expect(unseenFlags({ ...view, flags: { first: "a4", second: "b5" }, flip })).toEqual(["b5", "d7"]);
    expect(unseenFlags(view)).toEqual([]);
  });
});
