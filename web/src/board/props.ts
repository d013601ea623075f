/** What a board drawing gets and gives: the same for the 3D scene, the flat board and the button grid. */

import type { Kind, Piece, Side, Square, System } from "../game/types";

export interface Target {
  square: Square;
  /** An enemy piece stands there. */
  attack: boolean;
  /** Going there ends the match at once. */
  wins?: boolean;
}

export interface BoardProps {
  system: System;
  pieces: readonly Piece[];
  /** Whose territory is drawn near; null: the first side's. */
  near: Side | null;
  /** Only this side's territory, large, where the system can: while it is laid out. */
  part?: Side | null;
  /** Who looks. A face is shown wherever a piece's kind is known, so that a finished match shows all. */
  viewer: Side | null;
  selected: Square | null;
  targets: readonly Target[];
  /** Where the chosen piece may not go, to be dimmed. */
  barred?: readonly Square[];
  /** Mark hidden pieces that have moved. */
  showMoved?: boolean;
  /** Origin and destination of the last ply. */
  last: readonly [Square, Square] | null;
  /** Where everybody knows a flag to be that is not seen: under a piece, or behind its back. */
  flags?: readonly Square[];
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
  /** A drag begins: the moment to show where this piece may go. */
  onGrab?: (from: Square) => void;
  /** The drawing's own few words; without them it shows no view buttons and has no name. */
  words?: BoardWords;
}

export interface BoardWords {
  /** Name of the board for screen readers. */
  board: string;
  slanted: string;
  top: string;
  /** Of the button that shows the own part of a board of many points larger, and all of it again. */
  nearer: string;
  whole: string;
}

export type BoardMode = "3d" | "2d" | "buttons";
export type Viewpoint = "slanted" | "top";
