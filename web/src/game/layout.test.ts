import { describe, expect, it } from "vitest";
import { fixture } from "./fixtures";
import {
  barredSquares,
  isDirty,
  isWhole,
  mirror,
  openEditor,
  ownSquares,
  pick,
  redo,
  refusalsOf,
  replace,
  swap,
  undo,
} from "./layout";
import type { System } from "./types";

const squares = [
  { name: "a1", x: 0, y: 0, width: 1, territory: "first", tags: [] },
  { name: "hq", x: 1, y: 0, width: 2, territory: "first", tags: [] },
  { name: "d1", x: 3, y: 0, width: 1, territory: "first", tags: [] },
  { name: "a2", x: 0, y: 1, width: 1, territory: "second", tags: [] },
];
const system = {
  key: "small",
  width: 4,
  height: 2,
  squares,
  sides: ["first", "second"],
  layout_squares: { first: { squares: ["a1", "hq", "d1"], forbidden: { flag: { hq: "flag-on-back-rank" } } } },
} as unknown as System;
const dealt = { a1: "general", hq: "spy", d1: "flag" };

describe("the layout editor", () => {
  it("swaps the two squares picked in a row", () => {
    const first = pick(openEditor(system, "first", dealt), "a1").editor;
    expect(first.selected).toBe("a1");
    const { editor, refusals } = pick(first, "d1");
    expect(refusals).toEqual([]);
    expect(editor.selected).toBeNull();
    expect(editor.pieces).toEqual({ a1: "flag", hq: "spy", d1: "general" });
  });

  it("lets go of a square picked twice, and of one outside the territory", () => {
    const first = pick(openEditor(system, "first", dealt), "a1").editor;
    expect(pick(first, "a1").editor.selected).toBeNull();
    expect(pick(first, "a2").editor.selected).toBeNull();
  });

  it("refuses a swap that puts a piece where it may not stand, and says why", () => {
    const { editor, refusals } = swap(openEditor(system, "first", dealt), "d1", "hq");
    expect(refusals).toEqual([{ code: "flag-on-back-rank", kind: "flag", square: "hq" }]);
    expect(editor.pieces).toEqual(dealt);
    expect(editor.past).toEqual([]);
    const chosen = pick(editor, "d1").editor;
    expect(pick(chosen, "hq")).toEqual({ editor: chosen, refusals });
  });

  it("knows the squares that the chosen piece may not be swapped with, both ways", () => {
    const opened = openEditor(system, "first", dealt);
    expect(barredSquares(opened)).toEqual([]);
    expect(barredSquares(pick(opened, "d1").editor)).toEqual(["hq"]);
    expect(barredSquares(pick(opened, "hq").editor)).toEqual(["d1"]);
    expect(barredSquares(pick(opened, "a1").editor)).toEqual([]);
  });

  it("goes back and forward, and a new swap forgets what was undone", () => {
    const opened = openEditor(system, "first", dealt);
    const swapped = swap(opened, "a1", "hq").editor;
    expect(isDirty(swapped)).toBe(true);
    const back = undo(swapped);
    expect(back.pieces).toEqual(dealt);
    expect(isDirty(back)).toBe(false);
    expect(redo(back).pieces).toEqual(swapped.pieces);
    expect(swap(back, "a1", "d1").editor.future).toEqual([]);
    expect(undo(opened)).toBe(opened);
    expect(redo(opened)).toBe(opened);
  });

  it("mirrors left and right around the middle of the board, wide squares too", () => {
    const { editor } = mirror(openEditor(system, "first", dealt));
    expect(editor.pieces).toEqual({ a1: "flag", hq: "spy", d1: "general" });
    expect(mirror(editor).editor.pieces).toEqual(dealt);
  });

  it("mirrors an arm as its owner sees it", () => {
    const board = fixture("luzhanqi_four").system;
    const home = ownSquares(board, "east");
    const kinds = board.kinds.flatMap(({ key, count }) => Array<string>(count).fill(key));
    const free: System = { ...board, layout_squares: { east: { squares: home, forbidden: {} } } };
    const pieces = Object.fromEntries(home.map((square, index) => [square, kinds[index] ?? ""]));
    const { editor } = mirror(openEditor(free, "east", pieces));
    expect(editor.pieces.Ea1).toBe(pieces.Ee1);
    expect(editor.pieces.Ed6).toBe(pieces.Eb6);
    expect(editor.pieces.Ec5).toBe(pieces.Ec5);
    expect(mirror(editor).editor.pieces).toEqual(pieces);
  });

  it("takes a whole legal layout and no other", () => {
    const opened = openEditor(system, "first", dealt);
    expect(replace(opened, { a1: "spy", hq: "general", d1: "flag" }).editor.past).toHaveLength(1);
    expect(replace(opened, { a1: "spy", hq: "flag", d1: "general" }).refusals).toHaveLength(1);
    expect(replace(opened, { a1: "spy" }).editor).toBe(opened);
    expect(isWhole(system, "first", dealt)).toBe(true);
    expect(refusalsOf(system, "first", dealt)).toEqual([]);
  });
});
