/**
 * What a seat or a spectator knows of a match: a snapshot, and every event since applied to it.
 * A state made this way equals a fresh snapshot of the same version.
 */

import type {
  Battle,
  EventData,
  Kind,
  LastPly,
  MatchSeat,
  Piece,
  Reveal,
  Side,
  Snapshot,
  Square,
  System,
  View,
} from "./types";

type Told<T extends EventData["type"]> = Extract<EventData, { type: T }>;

/** In which order the server lists squares and kinds. */
export interface Order {
  readonly squares: ReadonlyMap<Square, number>;
  readonly kinds: ReadonlyMap<Kind, number>;
}

const UNKNOWN: Order = { squares: new Map(), kinds: new Map() };

export function orderOf(system: System): Order {
  return {
    squares: new Map(system.squares.map((square, index) => [square.name, index])),
    kinds: new Map(system.kinds.map((kind) => [kind.key, kind.order])),
  };
}

/** Origins of the pieces of a last battle: the end reveals kinds by origin. */
const fought = new WeakMap<LastPly, Readonly<Record<Side, Square>>>();

/** Throws RangeError unless `version` is the next one. */
export function apply(state: Snapshot, event: EventData, version: number, order: Order = UNKNOWN): Snapshot {
  const next = skip(state, version);
  switch (event.type) {
    case "layout.confirmed":
    case "layout.withdrawn":
      return afterLayout(next, event);
    case "match.started":
      return afterStart(next, event, order);
    case "ply":
      return afterPly(next, event, order);
    case "match.ended":
      return afterEnd(next, event, order);
    default:
      return next;
  }
}

/** Something happened that this audience may not see. */
export function skip(state: Snapshot, version: number): Snapshot {
  if (version !== state.version + 1) throw new RangeError(`gap: ${state.version} -> ${version}`);
  return { ...state, version };
}

/** Whether only a fresh snapshot tells all that `event` made visible to the holder of `state`, as it was before. */
export function needsSnapshot(state: Snapshot, event: EventData): boolean {
  if (event.type === "match.started") return state.options.information === "open";
  const last = state.view?.last;
  return event.type === "match.ended" && event.reveal !== null && !!last?.battle && !fought.has(last);
}

function afterLayout(state: Snapshot, event: Told<"layout.confirmed" | "layout.withdrawn">): Snapshot {
  const seats = state.seats.map((seat) =>
    seat.side === event.side
      ? { ...seat, commitments: event.commitments, confirmed: event.commitments !== null }
      : seat,
  );
  return { ...state, seats, layout: event.layout === undefined ? state.layout : event.layout };
}

function afterStart(state: Snapshot, event: Told<"match.started">, order: Order): Snapshot {
  const sides = state.seats.map((seat) => seat.side);
  const viewer = sides.includes(state.audience) ? state.audience : null;
  const view: View = {
    viewer,
    turn: event.turn,
    number: 0,
    quiet_plies: 0,
    quiet_limit: (state.options.quiet_draw ?? null) as number | null,
    pieces: inBoardOrder(
      state.seats.flatMap((seat) => firstPieces(seat, seat.side === viewer ? state.layout?.pieces : null)),
      order,
    ),
    removed: Object.fromEntries(sides.map((side) => [side, { count: 0, kinds: side === viewer ? [] : null }])),
    last: null,
    outcome: null,
  };
  return { ...state, phase: "playing", turn: event.turn, legal_plies: event.legal_plies ?? [], view };
}

function firstPieces(seat: MatchSeat, kinds: Readonly<Record<Square, Kind>> | null | undefined): Piece[] {
  return Object.keys(seat.commitments ?? {}).map((square) => ({
    square,
    side: seat.side,
    origin: square,
    moved: false,
    kind: kinds?.[square] ?? null,
  }));
}

function afterPly(state: Snapshot, event: Told<"ply">, order: Order): Snapshot {
  if (!state.view) throw new RangeError("a ply before the start");
  const outcome = moved(state.view.pieces, event.ply[0], event.ply[1], event.battle);
  const last: LastPly = { ply: event.ply, quiet_plies: event.quiet_plies, battle: event.battle };
  if (event.battle) fought.set(last, outcome.origins);
  const view: View = {
    ...state.view,
    number: event.number,
    turn: event.turn,
    quiet_plies: event.quiet_plies,
    pieces: inBoardOrder(outcome.pieces, order),
    removed: buried(state.view.removed, outcome.lost, order),
    last,
  };
  return { ...state, ply_count: event.number, turn: event.turn, legal_plies: event.legal_plies ?? [], view };
}

/** The pieces after one ply, the pieces it removed, and the origins of those that fought. */
export function moved(
  pieces: readonly Piece[],
  from: Square | undefined,
  to: Square | undefined,
  battle: Battle | null,
): { pieces: Piece[]; lost: Piece[]; origins: Record<Side, Square> } {
  const mover = pieces.find((piece) => piece.square === from);
  const target = pieces.find((piece) => piece.square === to);
  if (!mover || to === undefined) throw new RangeError("a ply of no piece");
  const fighters = battle ? [mover, target].filter((piece) => piece !== undefined) : [];
  const lost = fighters.filter((piece) => piece.side !== battle?.winner);
  const staying = pieces.filter((piece) => piece !== mover && !lost.includes(piece));
  return {
    pieces: lost.includes(mover) ? staying : [...staying, { ...mover, square: to, moved: true }],
    lost,
    origins: Object.fromEntries(fighters.map((piece) => [String(piece.side), piece.origin])),
  };
}

export function buried(removed: View["removed"], lost: readonly Piece[], order: Order): View["removed"] {
  const after: Record<Side, { count: number; kinds: readonly Kind[] | null }> = { ...removed };
  for (const { side, kind } of lost) {
    if (side === null) continue;
    const { count, kinds } = after[side] ?? { count: 0, kinds: null };
    after[side] = { count: count + 1, kinds: kinds && kind ? inKindOrder([...kinds, kind], order) : kinds };
  }
  return after;
}

function afterEnd(state: Snapshot, event: Told<"match.ended">, order: Order): Snapshot {
  const { outcome, reveal } = event;
  const over: Snapshot = { ...state, phase: "over", turn: null, legal_plies: [], outcome, reveal };
  if (!state.view) return over;
  const view: View = { ...state.view, turn: null, outcome };
  return { ...over, view: reveal ? revealed(view, reveal, order) : view };
}

function revealed(view: View, reveal: Reveal, order: Order): View {
  const kindOf = (side: Side | null, origin: Square) => reveal[side ?? ""]?.layout[origin] ?? null;
  const standing = new Set(view.pieces.map((piece) => `${piece.side} ${piece.origin}`));
  const removed = Object.entries(view.removed).map(([side, { count }]) => {
    const layout = Object.entries(reveal[side]?.layout ?? {});
    const gone = layout.filter(([origin]) => !standing.has(`${side} ${origin}`)).map(([, kind]) => kind);
    return [side, { count, kinds: inKindOrder(gone, order) }];
  });
  return {
    ...view,
    pieces: view.pieces.map((piece) => ({ ...piece, kind: kindOf(piece.side, piece.origin) })),
    removed: Object.fromEntries(removed),
    last: view.last && withKinds(view.last, kindOf),
  };
}

function withKinds(last: LastPly, kindOf: (side: Side, origin: Square) => Kind | null): LastPly {
  const origins = fought.get(last);
  if (!last.battle || !origins) return last;
  const pieces = Object.entries(origins).map(([side, origin]) => [side, kindOf(side, origin)]);
  return { ...last, battle: { ...last.battle, pieces: Object.fromEntries(pieces) } };
}

export function inBoardOrder(pieces: readonly Piece[], order: Order): Piece[] {
  return [...pieces].sort((a, b) => compare(a.square, b.square, order.squares));
}

export function inKindOrder(kinds: readonly Kind[], order: Order): Kind[] {
  return [...kinds].sort((a, b) => compare(a, b, order.kinds));
}

function compare(a: string, b: string, order: ReadonlyMap<string, number>): number {
  return (order.get(a) ?? 0) - (order.get(b) ?? 0) || (a < b ? -1 : a > b ? 1 : 0);
}
