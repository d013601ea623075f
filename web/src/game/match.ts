/**
 * What a seat or a spectator knows of a match: a snapshot, and every event since applied to it.
 * A state made this way equals a fresh snapshot of the same version.
 */

import type { EventData, Kind, LastPly, MatchSeat, Piece, Side, Snapshot, Square } from "./types";
import { GUNJIN } from "./view-gunjin";
import { LUZHANQI } from "./view-luzhanqi";
import { inBoardOrder, type Order, type Origins, UNKNOWN_ORDER, type ViewRules } from "./view-rules";

export { type Order, orderOf } from "./view-rules";

type Told<T extends EventData["type"]> = Extract<EventData, { type: T }>;

const RULES: Readonly<Record<string, ViewRules>> = { gunjin: GUNJIN, luzhanqi: LUZHANQI };

export function viewRules(system: string): ViewRules {
  return RULES[system] ?? GUNJIN;
}

/** Origins of what a last ply told of: the end reveals kinds by origin. */
const originsOf = new WeakMap<LastPly, Origins>();

/** Throws RangeError unless `version` is the next one. */
export function apply(state: Snapshot, event: EventData, version: number, order: Order = UNKNOWN_ORDER): Snapshot {
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
  if (event.type === "match.started") return event.commitments === undefined && showsOthers(state);
  const last = state.view?.last;
  return event.type === "match.ended" && event.reveal !== null && !!last && hides(last) && !originsOf.has(last);
}

/** Where pieces are open: their kinds are told with the view, not with the start. */
function showsOthers(state: Snapshot): boolean {
  if (state.options.information === "open") return true;
  const { viewer, sides } = seenBy(state);
  const { knows } = viewRules(state.system);
  return sides.some((side) => side !== viewer && knows(state.options, sides, viewer, side));
}

function hides({ battle, shown = [] }: LastPly): boolean {
  return battle !== null || shown.some(({ kind }) => kind === null);
}

function seenBy({ seats, audience }: Snapshot): { sides: readonly Side[]; viewer: Side | null } {
  const sides = seats.map((seat) => seat.side);
  return { sides, viewer: sides.includes(audience) ? audience : null };
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
  const { sides, viewer } = seenBy(state);
  const dealt = Object.keys(event.commitments ?? {}).map((square) => faceDown(square, null, null));
  const laid = state.seats.flatMap((seat) => firstPieces(seat, seat.side === viewer ? state.layout?.pieces : null));
  const view = viewRules(state.system).first({
    ...{ options: state.options, sides, viewer, turn: event.turn },
    pieces: inBoardOrder([...dealt, ...laid], order),
    knows: (side) => side === viewer,
  });
  const deal = event.commitments ? { deal: { commitments: event.commitments } } : {};
  return { ...state, ...deal, phase: "playing", turn: event.turn, legal_plies: event.legal_plies ?? [], view };
}

function firstPieces(seat: MatchSeat, kinds: Readonly<Record<Square, Kind>> | null | undefined): Piece[] {
  return Object.keys(seat.commitments ?? {}).map((square) => faceDown(square, seat.side, kinds?.[square] ?? null));
}

function faceDown(square: Square, side: Side | null, kind: Kind | null): Piece {
  return { square, side, origin: square, moved: false, kind };
}

function afterPly(state: Snapshot, event: Told<"ply">, order: Order): Snapshot {
  if (!state.view) throw new RangeError("a ply before the start");
  const setting = { options: state.options, sides: seenBy(state).sides, order };
  const { view, origins } = viewRules(state.system).next(state.view, event, setting);
  if (view.last) originsOf.set(view.last, origins);
  return { ...state, ply_count: event.number, turn: event.turn, legal_plies: event.legal_plies ?? [], view };
}

function afterEnd(state: Snapshot, event: Told<"match.ended">, order: Order): Snapshot {
  const { outcome, reveal } = event;
  const over: Snapshot = { ...state, phase: "over", turn: null, legal_plies: [], outcome, reveal };
  if (!state.view) return over;
  const origins = (state.view.last && originsOf.get(state.view.last)) ?? null;
  const view = reveal ? viewRules(state.system).revealed(state.view, reveal, origins, order) : state.view;
  return { ...over, view: { ...view, turn: null, outcome } };
}
