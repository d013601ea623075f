/** What a board drawing gets and gives: the same for the 3D scene and the button grid. */

import type { Kind, Piece, Side, Square, System } from "../game/types";

export interface Target {
  square: Square;
  /** An enemy piece stands there. */
  attack: boolean;
}

export interface BoardProps {
  system: System;
  pieces: readonly Piece[];
  /** Whose territory is drawn near; null: the first side's. */
  near: Side | null;
  /** Whose faces are shown to the viewer when known; others show their back. */
  viewer: Side | null;
  selected: Square | null;
  targets: readonly Target[];
  /** Origin and destination of the last ply. */
  last: readonly [Square, Square] | null;
  /** Guesses the player noted on enemy pieces, by the piece's origin. */
  guesses: Readonly<Record<Square, Kind>>;
  /** Name of a kind on the piece, and in labels. */
  kindName: (kind: Kind) => string;
  /** Short text on a piece's face (Chinese name, own-language name or symbol). */
  face: (kind: Kind) => string;
  /** Whole label of a square for screen readers: name, piece, markers. */
  label: (square: Square) => string;
  /** Nothing may be chosen now (not this seat's turn, curtain, replay). */
  disabled: boolean;
  onSquare: (square: Square) => void;
  /** A piece was dragged; absent where dragging means nothing. */
  onDrag?: (from: Square, to: Square) => void;
}
