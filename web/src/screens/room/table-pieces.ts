import type { Piece, System } from "../../game/types";

/** Where the server deals: every piece in its place, and nobody's. */
export function faceDownPieces({ squares }: System): Piece[] {
  return squares
    .filter(({ type }) => type === "station" || type === "headquarters")
    .map(({ name }) => ({ square: name, side: null, origin: name, moved: false, kind: null }));
}
