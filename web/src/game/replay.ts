/** A finished match ply by ply, from its record: with everything shown, or as one side knew it then. */

import type { Api } from "./contracts";
import { buried, inBoardOrder, moved, type Order, orderOf } from "./match";
import {
  type Battle,
  isComputer,
  type LastPly,
  type Outcome,
  type Piece,
  type Pieces,
  type PlayerInfo,
  type PlyWords,
  type Side,
  type System,
  type View,
} from "./types";

/** What of a `gyoji-record-1` is needed; games/rules/verify.py describes all of it. */
export interface MatchRecord {
  format: string;
  match: string;
  system: string;
  options: Readonly<Record<string, unknown>>;
  about: { players: Readonly<Record<Side, PlayerInfo | null>> };
  layouts: Readonly<Record<Side, Pieces>>;
  plies: readonly { number: number; side: Side; ply: PlyWords; quiet_plies: number; battle: Battle | null }[];
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
  const order = orderOf(system);
  const isTold = (side: Side) => of === null || of === side;
  let view = firstView(record, system, of, order);
  const views = [view];
  record.plies.forEach(({ number, ply, quiet_plies, battle }, index) => {
    const { pieces, lost } = moved(view.pieces, ply[0], ply[1], battle);
    const isLast = index === record.plies.length - 1;
    view = {
      ...view,
      number,
      quiet_plies,
      turn: record.plies[index + 1]?.side ?? null,
      pieces: inBoardOrder(pieces, order),
      removed: buried(view.removed, lost, order),
      last: { ply, quiet_plies, battle: battle && seen(battle, isTold) } satisfies LastPly,
      outcome: isLast ? outcomeOf(record) : null,
    };
    views.push(view);
  });
  return views;
}

function firstView(record: MatchRecord, system: System, of: Side | null, order: Order): View {
  const pieces = system.sides.flatMap((side) => laidOut(side, record.layouts[side] ?? {}, of === null || of === side));
  return {
    viewer: of,
    turn: record.plies[0]?.side ?? null,
    number: 0,
    quiet_plies: 0,
    quiet_limit: (record.options.quiet_draw ?? null) as number | null,
    pieces: inBoardOrder(pieces, order),
    removed: Object.fromEntries(
      system.sides.map((side) => [side, { count: 0, kinds: of === null || of === side ? [] : null }]),
    ),
    last: null,
    outcome: record.plies.length === 0 ? outcomeOf(record) : null,
  };
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
