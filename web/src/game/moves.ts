/** Choosing a ply with one or two clicks, from the plies the server says are legal. */

import type { Piece, PlyWords, Side, Square, System, View } from "./types";

export interface Reach {
  readonly square: Square;
  /** An enemy piece stands there. */
  readonly attack: boolean;
  /** Arriving there ends the match: an empty headquarters of the enemy, and the piece may occupy it. */
  readonly wins: boolean;
}

export type Click =
  | { readonly type: "select"; readonly square: Square }
  | { readonly type: "clear" }
  | { readonly type: "play"; readonly ply: PlyWords }
  /** Several plies lead there: with a flag, or without. */
  | { readonly type: "ask"; readonly plies: readonly PlyWords[] }
  /** Nothing can be done there: an own piece that cannot move, or a square out of reach. */
  | { readonly type: "refused"; readonly why: "cannot-move" | "out-of-reach" | "not-yours" };

export function pieceAt(view: View | null, square: Square): Piece | undefined {
  return view?.pieces.find((piece) => piece.square === square);
}

/** Where the piece on `from` may go. */
export function reachOf(
  plies: readonly PlyWords[],
  from: Square | null,
  view: View | null,
  system: Pick<System, "squares" | "kinds">,
): readonly Reach[] {
  if (from === null) return [];
  const piece = pieceAt(view, from);
  const occupies = system.kinds.some((each) => each.key === piece?.kind && each.occupies);
  const isGoal = (square: Square) =>
    system.squares.some(
      ({ name, tags, territory }) => name === square && tags.includes("headquarters") && territory !== piece?.side,
    );
  const squares = new Set(plies.flatMap(([start, end]) => (start === from && end !== undefined ? [end] : [])));
  return [...squares].map((square) => {
    const attack = pieceAt(view, square) !== undefined;
    return { square, attack, wins: !attack && occupies && isGoal(square) };
  });
}

export function pliesTo(plies: readonly PlyWords[], from: Square, to: Square): readonly PlyWords[] {
  return plies.filter((ply) => ply[0] === from && ply[1] === to);
}

/** What a click on `square` means while `selected` is chosen. */
export function click(
  plies: readonly PlyWords[],
  view: View | null,
  side: Side,
  selected: Square | null,
  square: Square,
): Click {
  if (square === selected) return { type: "clear" };
  const [ply, ...others] = selected === null ? [] : pliesTo(plies, selected, square);
  if (ply) return others.length > 0 ? { type: "ask", plies: [ply, ...others] } : { type: "play", ply };
  const turning = plies.find((each) => each[0] === square && each.length === 1);
  if (turning && selected === null) return { type: "play", ply: turning };
  const piece = pieceAt(view, square);
  if (piece?.side === side) {
    const movable = plies.some((each) => each[0] === square && each.length > 1);
    return movable ? { type: "select", square } : { type: "refused", why: "cannot-move" };
  }
  if (selected !== null) return { type: "refused", why: "out-of-reach" };
  return piece ? { type: "refused", why: "not-yours" } : { type: "clear" };
}

/** Origin and destination of the last ply; twice the same square where a piece was turned up. */
export function lastSquares(view: View | null): readonly [Square, Square] | null {
  const [from, to = from] = view?.last?.result === "left" ? [] : (view?.last?.ply ?? []);
  return from !== undefined && to !== undefined ? [from, to] : null;
}

/** Where everybody knows a flag to be that the board does not show by itself. */
export function unseenFlags(view: View | null): readonly Square[] {
  const shown = Object.values(view?.flags ?? {}).filter((square) => square !== null);
  const under = view?.flip?.under.map(({ square }) => square) ?? [];
  return [...shown.filter((square) => pieceAt(view, square)?.kind === null), ...under];
}
