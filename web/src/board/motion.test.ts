import { describe, expect, it } from "vitest";
import type { Piece, System } from "../game/types";
import fixture from "./gunjin.fixture.json";
import { faceLines, faceOf, faceSize, marksOf, paintOf } from "./look";
import { along, eyesOf, plyBetween } from "./motion";
import { sample } from "./sample";

const system = fixture as unknown as System;
const before = sample(system, "first");
const without = (square: string) => before.filter((piece) => piece.square !== square);
const moved = (pieces: readonly Piece[], from: string, to: string) =>
  pieces.map((piece) => (piece.square === from ? { ...piece, square: to } : piece));

it("looks through one seat's eyes only where something is hidden", () => {
  expect(eyesOf({ viewer: "first", system: { ...system, hidden: true } })).toBe("first");
  expect(eyesOf({ viewer: "first", system: { ...system, hidden: false } })).toBeNull();
});

describe("plyBetween", () => {
  it("sees a quiet ply", () => {
    const ply = plyBetween(before, moved(before, "f4", "f3"), ["f4", "f3"]);
    expect(ply).toMatchObject({ from: "f4", to: "f3", battle: false, gone: [] });
  });

  it("sees each result of a battle", () => {
    const won = plyBetween(before, moved(without("d5"), "d4", "d5"), ["d4", "d5"]);
    expect(won?.gone.map((piece) => piece.square)).toEqual(["d5"]);
    const lost = plyBetween(before, without("d4"), ["d4", "d5"]);
    expect(lost?.gone.map((piece) => piece.square)).toEqual(["d4"]);
    const both = plyBetween(
      before,
      without("d4").filter((piece) => piece.square !== "d5"),
      ["d4", "d5"],
    );
    expect(both?.gone).toHaveLength(2);
  });

  it("does not invent a ply for anything else", () => {
    expect(plyBetween(before, before, ["d4", "d5"])).toBeNull();
    expect(plyBetween(before, moved(before, "f4", "f3"), null)).toBeNull();
    expect(plyBetween(before, moved(moved(before, "f4", "f3"), "a4", "a3"), ["f4", "f3"])).toBeNull();
    expect(plyBetween(before, [], ["f4", "f3"])).toBeNull();
    expect(plyBetween(moved(before, "f4", "f3"), before, ["f4", "f3"])).toBeNull();
  });

  it("is blind to kinds", () => {
    const blind = before.map((piece) => ({ ...piece, kind: null }));
    const seen = plyBetween(before, without("d4"), ["d4", "d5"]);
    const unseen = plyBetween(
      blind,
      blind.filter((piece) => piece.square !== "d4"),
      ["d4", "d5"],
    );
    expect({ ...unseen, mover: null, gone: null }).toEqual({ ...seen, mover: null, gone: null });
  });
});

describe("plies of other systems", () => {
  const piece = (square: string, side: string | null, kind: string | null, origin = square): Piece => ({
    square,
    side,
    kind,
    origin,
    moved: origin !== square,
  });
  const board = [piece("a1", "first", "mine"), piece("b1", "second", null), piece("c1", null, null)];

  it("turn a piece up where it lies, one like the other", () => {
    for (const kind of ["flag", "mine", "engineer"]) {
      const after = board.map((one) => (one.square === "c1" ? piece("c1", "first", kind) : one));
      expect(plyBetween(board, after, ["c1", "c1"])).toEqual({
        from: "c1",
        to: "c1",
        mover: board[2],
        gone: [],
        battle: false,
        stays: true,
        turned: board[2],
      });
    }
  });

  it("go there and back where nobody was removed, and are shown once", () => {
    const ply = plyBetween(board, [...board], ["a1", "b1"], ["c1", "c1"]);
    expect(ply).toMatchObject({ stays: true, battle: true, turned: null });
    expect(plyBetween(board, [...board], ["a1", "b1"], ["a1", "b1"])).toBeNull();
  });

  it("turn up what they attack", () => {
    const after = board.map((one) => (one.square === "c1" ? piece("c1", "first", "mine") : one));
    expect(plyBetween(board, after, ["a1", "c1"])).toMatchObject({ stays: true, turned: { square: "c1" } });
  });

  it("put a side out: all its pieces go with the one that was taken", () => {
    const after = [piece("b1", "first", "mine", "a1"), piece("c1", null, null)];
    const before = [...board, piece("d1", "second", null), piece("e1", "second", null)];
    expect(plyBetween(before, after, ["a1", "b1"])?.gone.map(({ square }) => square)).toEqual(["b1", "d1", "e1"]);
  });

  it("leave behind what lay under the mover, and nothing elsewhere", () => {
    const moved = board.map((one) => (one.square === "a1" ? { ...one, square: "a2" } : one));
    expect(plyBetween(board, [...moved, piece("a1", "second", "flag", "d8")], ["a1", "a2"])).not.toBeNull();
    expect(plyBetween(board, [...moved, piece("a3", "second", "flag", "d8")], ["a1", "a2"])).toBeNull();
  });
});

describe("a way", () => {
  const corner = [
    [0, 0],
    [0, 3],
    [1, 3],
  ] as const;

  it("is gone along at one speed", () => {
    expect(along(corner, 0)).toEqual([0, 0]);
    expect(along(corner, 0.5)).toEqual([0, 2]);
    expect(along(corner, 1)).toEqual([1, 3]);
    expect(along(corner, 1, 0.5)).toEqual([0.5, 3]);
  });

  it("ends where it begins when there is none", () => {
    expect(along([[2, 2]], 0.7)).toEqual([2, 2]);
  });
});

describe("look", () => {
  it("paints by the place in the list of sides", () => {
    expect(paintOf({ sides: ["first", "second"] }, { side: "first" })).toBe("vermilion");
    expect(paintOf({ sides: ["black", "white"] }, { side: "white" })).toBe("wood");
  });

  it("shows no face of an unknown kind", () => {
    const enemy = before.find((piece) => piece.side === "second");
    expect(enemy && faceOf(enemy, (kind) => kind)).toBeNull();
  });

  it("stacks East Asian names and breaks others at spaces", () => {
    expect(faceLines("上将")).toEqual(["上", "将"]);
    expect(faceLines("ヒコーキ")).toEqual(["ヒ", "コ", "ー", "キ"]);
    expect(faceLines("Lt General")).toEqual(["Lt", "General"]);
    expect(faceSize(["上", "将"])).toBeGreaterThan(faceSize(["Lt", "General"]));
  });

  it("gives a square all its markers", () => {
    const props = {
      selected: "a1",
      targets: [{ square: "a2", attack: true }],
      last: ["a1", "a2"] as const,
      barred: ["b2"],
    };
    expect(marksOf("a1", props)).toEqual({ selected: true, last: true, target: null, barred: false });
    expect(marksOf("a2", props)).toEqual({ selected: false, last: true, target: "attack", barred: false });
    expect(marksOf("b2", props)).toEqual({ selected: false, last: false, target: null, barred: true });
  });
});
