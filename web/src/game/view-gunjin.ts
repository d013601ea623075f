/** Views of Gunjin Shogi: two sides that see their own pieces. */

import type { Battle, Piece, Reveal, Side, Square, View } from "./types";
import {
  type Beginning,
  buried,
  inBoardOrder,
  inKindOrder,
  type Order,
  type Origins,
  revealedPly,
  type ViewRules,
} from "./view-rules";

export const GUNJIN: ViewRules = {
  first({ options, sides, viewer, turn, pieces, knows }: Beginning): View {
    return {
      viewer,
      turn,
      number: 0,
      quiet_plies: 0,
      quiet_limit: (options.quiet_draw ?? null) as number | null,
      pieces,
      removed: Object.fromEntries(sides.map((side) => [side, { count: 0, kinds: knows(side) ? [] : null }])),
      last: null,
      outcome: null,
    };
  },

  next(view, { ply, quiet_plies, battle, turn }, { order }) {
    const { pieces, lost, fought } = moved(view.pieces, ply[0], ply[1], battle);
    return {
      view: {
        ...view,
        turn,
        number: view.number + 1,
        quiet_plies,
        pieces: inBoardOrder(pieces, order),
        removed: buried(view.removed, lost, order),
        last: { ply, quiet_plies, battle },
      },
      origins: { fought, shown: [] },
    };
  },

  revealed(view, reveal, origins, order) {
    const kindOf = (side: Side | null, origin: Square) => reveal[side ?? ""]?.layout[origin] ?? null;
    return {
      ...view,
      pieces: view.pieces.map((piece) => ({ ...piece, kind: kindOf(piece.side, piece.origin) })),
      removed: revealedLosses(view, reveal, order),
      last: view.last && origins ? revealedPly(view.last, origins, kindOf) : view.last,
    };
  },

  knows: (_options, _sides, viewer, side) => viewer === side,
};

/** What of each layout stands no more. */
export function revealedLosses(view: View, reveal: Reveal, order: Order): View["removed"] {
  const standing = new Set(view.pieces.map((piece) => piece.origin));
  const losses = Object.entries(view.removed).map(([side, { count }]) => {
    const layout = Object.entries(reveal[side]?.layout ?? {});
    const gone = layout.filter(([origin]) => !standing.has(origin)).map(([, kind]) => kind);
    return [side, { count, kinds: inKindOrder(gone, order) }];
  });
  return Object.fromEntries(losses);
}

/** The pieces after one ply, the pieces it removed, and the origins of those that fought. */
function moved(
  pieces: readonly Piece[],
  from: Square | undefined,
  to: Square | undefined,
  battle: Battle | null,
): { pieces: Piece[]; lost: Piece[]; fought: Origins["fought"] } {
  const mover = pieces.find((piece) => piece.square === from);
  const target = pieces.find((piece) => piece.square === to);
  if (!mover || to === undefined) throw new RangeError("a ply of no piece");
  const fighters = battle ? [mover, target].filter((piece) => piece !== undefined) : [];
  const lost = fighters.filter((piece) => piece.side !== battle?.winner);
  const staying = pieces.filter((piece) => piece !== mover && !lost.includes(piece));
  return {
    pieces: lost.includes(mover) ? staying : [...staying, { ...mover, square: to, moved: true }],
    lost,
    fought: Object.fromEntries(fighters.map((piece) => [String(piece.side), piece.origin])),
  };
}
