/** A finished match ply by ply, from its record: with everything shown, or as one side knew it then. */

import type { Api } from "./contracts";
import { viewRules } from "./match";
import {
  type Battle,
  isComputer,
  type LastPly,
  type Outcome,
  type Piece,
  type Pieces,
  type PlayerInfo,
  type Side,
  type System,
  type View,
} from "./types";
import { inBoardOrder, orderOf } from "./view-rules";

/** What of a `gyoji-record-1` is needed; games/rules/verify.py describes all of it. */
export interface MatchRecord {
  format: string;
  match: string;
  system: string;
  options: Readonly<Record<string, unknown>>;
  about: { players: Readonly<Record<Side, PlayerInfo | null>> };
  layouts: Readonly<Record<Side, Pieces>>;
  plies: readonly (LastPly & { number: number; side: Side })[];
  end: Outcome;
}

export interface Replay {
  system: System;
  /** Before the first ply, then after each. */
  views: readonly View[];
  /** A computer took part. */
  computer: boolean;
}

/** `of`: through whose eyes; null shows everything. Rejects with ProblemError. */
export async function loadReplay(api: Api, match: string, of: Side | null): Promise<Replay> {
  const record = asRecord(await api.record(match));
  const system = await api.system(record?.system ?? "gunjin", record ? { ...record.options } : undefined);
  const players = Object.values(record?.about.players ?? {});
  return {
    system,
    views: record ? replay(record, system, of) : [],
    computer: players.some(isComputer),
  };
}

/** Null for a record of another format: the match still runs, or ended before play. */
export function asRecord(value: Readonly<Record<string, unknown>>): MatchRecord | null {
  return value.format === "gyoji-record-1" ? (value as unknown as MatchRecord) : null;
}

export function replay(record: MatchRecord, system: System, of: Side | null): View[] {
  const { sides } = system;
  const rules = viewRules(record.system);
  const isTold = (side: Side) => of === null || rules.knows(record.options, sides, of, side);
  const setting = { options: record.options, sides, order: orderOf(system) };
  let view: View = rules.first({
    ...{ options: record.options, sides, viewer: of, knows: isTold },
    turn: record.plies[0]?.side ?? null,
    pieces: inBoardOrder(firstPieces(record, isTold), setting.order),
  });
  if (record.plies.length === 0) view = { ...view, outcome: outcomeOf(record) };
  const views = [view];
  record.plies.forEach(({ number: _, ...ply }, index) => {
    const isLast = index === record.plies.length - 1;
    const told = { ...ply, battle: ply.battle && seen(ply.battle, isTold), turn: null };
    const { view: after } = rules.next(view, told, setting);
    view = {
      ...after,
      turn: isLast ? null : turnAfter(view, ply, sides, after.out ?? []),
      outcome: isLast ? outcomeOf(record) : null,
    };
    views.push(view);
  });
  const { deal } = record.layouts;
  if (of !== null || !deal) return views;
  return views.map((each) => rules.revealed(each, { deal: { layout: deal, salts: {} } }, null, setting.order));
}

function firstPieces({ layouts }: MatchRecord, isTold: (side: Side) => boolean): Piece[] {
  const { deal = {}, ...laid } = layouts;
  const down = Object.keys(deal).map(
    (square): Piece => ({ square, side: null, origin: square, moved: false, kind: null }),
  );
  return [...down, ...Object.entries(laid).flatMap(([side, layout]) => laidOut(side, layout, isTold(side)))];
}

/** Who moves next: sides that are out are passed over; who leaves passes the turn on only where it had it. */
function turnAfter(
  before: View,
  ply: LastPly & { side: Side },
  sides: readonly Side[],
  out: readonly Side[],
): Side | null {
  if (ply.result === "left" && before.turn !== ply.side) return before.turn;
  const at = sides.indexOf(ply.side);
  const following = sides.map((_, step) => sides[(at + step + 1) % sides.length]);
  return following.find((side) => side !== undefined && !out.includes(side)) ?? null;
}

function laidOut(side: Side, layout: Pieces, isTold: boolean): Piece[] {
  return Object.entries(layout).map(([square, kind]) => ({
    square,
    side,
    origin: square,
    moved: false,
    kind: isTold ? kind : null,
  }));
}

/** The record also says who resigned. */
function outcomeOf({ end }: MatchRecord): Outcome {
  return { winners: end.winners, termination: end.termination };
}

function seen(battle: Battle, isTold: (side: Side) => boolean): Battle {
  const pieces = Object.entries(battle.pieces).map(([side, kind]) => [side, isTold(side) ? kind : null]);
  return { ...battle, pieces: Object.fromEntries(pieces) };
}
