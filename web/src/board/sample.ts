/** Positions for the demo page and the tests of the drawings; nothing of it is shipped. */

import { readSystem } from "../game/description";
import type { Kind, Piece, Side, Square, System } from "../game/types";
import gunjin from "./gunjin.fixture.json";
import dark from "./luzhanqi/dark.fixture.json";
import four from "./luzhanqi/four.fixture.json";

export type Sample = "gunjin" | "dark" | "flip" | "four";

/** A system as the API describes it; flip is played on the board of two armies. */
export function sampleSystem(name: Sample): System {
  switch (name) {
    case "gunjin":
      return gunjin as unknown as System;
    case "dark":
      return readSystem(dark as unknown as System);
    case "four":
      return readSystem(four as unknown as System);
    case "flip":
      return { ...readSystem(dark as unknown as System), colours: ["red", "blue"] };
  }
}

/** What went where in the middle of a match, and what it met there. */
const MOVES: Readonly<Record<Sample, Readonly<Record<Square, Square>>>> = {
  gunjin: { c5: "c4", d3: "d5", b2: "b5" },
  dark: { a6: "a8", c6: "b5", e7: "e6", c7: "c9", d6: "e4", b10: "b10" },
  flip: { a6: "a8", c6: "b5", e7: "e6", c7: "c9" },
  four: { Sa6: "m12", Ee6: "m33", Na6: "Ec5", Wc6: "m11", Se6: "Ea3" },
};
const LOST: Readonly<Record<Sample, readonly Square[]>> = {
  gunjin: ["c4", "d5", "b5", "a6", "f3", "e7"],
  dark: ["a7", "e5", "a8", "e6", "e4"],
  flip: ["a7", "a8", "e6"],
  four: ["Ea6", "Ea5", "Ea4", "Ea3", "Ne6", "Wd6", "Sd6", "Ec5"],
};

export function sample(system: System, viewer: Side, open = false, name: Sample = "gunjin"): readonly Piece[] {
  const bag: Kind[] = system.kinds.flatMap((kind) => Array.from({ length: kind.count }, () => kind.key));
  const shift = (index: number) => bag[(index * 7) % bag.length] ?? null;
  const home = system.sides.flatMap((side) =>
    (system.layout_squares[side]?.squares ?? []).map(
      (square, index): Piece => ({
        square,
        side,
        origin: square,
        moved: false,
        kind: open || side === viewer ? shift(index) : null,
      }),
    ),
  );
  const [moves, lost] = [MOVES[name], new Set(LOST[name])];
  const played = home
    .filter((piece) => !lost.has(piece.square))
    .map((piece) => ({ ...piece, moved: piece.square in moves, square: moves[piece.square] ?? piece.square }));
  return name === "flip" ? played.map((piece, index) => dealt(piece, index, open)) : played;
}

/** Of two armies mixed, some turned up. */
function dealt(piece: Piece, index: number, open: boolean): Piece {
  const isRed = (index * 5) % 7 < 3;
  if (!open && (index * 3) % 5 > 1 && !piece.moved) return { ...piece, side: null, army: null, kind: null };
  return {
    ...piece,
    army: isRed ? "red" : "blue",
    side: isRed ? "first" : "second",
    kind: KINDS[index % KINDS.length] ?? null,
  };
}

const KINDS: readonly Kind[] = ["commander", "engineer", "general", "mine", "company", "brigade", "bomb", "flag"];
