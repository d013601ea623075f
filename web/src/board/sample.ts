/** A position for the demo page and the tests of the drawings; nothing of it is shipped. */

import type { Kind, Piece, Side, System } from "../game/types";

export function sample(system: System, viewer: Side, open = false): readonly Piece[] {
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
  const moves: Readonly<Record<string, string>> = { c5: "c4", d3: "d5", b2: "b5" };
  const lost = new Set(["c4", "d5", "b5", "a6", "f3", "e7"]);
  return home
    .filter((piece) => !lost.has(piece.square))
    .map((piece) => ({ ...piece, moved: piece.square in moves, square: moves[piece.square] ?? piece.square }));
}
