/**
 * What the public facts exclude for pieces whose kind is not known: how they moved, where they began, how their
 * battles with known pieces ended, and how many of each kind there are. Nothing else goes in.
 */

import { couldBe } from "./counting";
import { type Grid, gridOf } from "./grid";
import { moved } from "./match";
import type { Battle, EventData, Kind, Piece, Side, Snapshot, Square, System, Verdict } from "./types";

export type PlyEvent = Extract<EventData, { type: "ply" }>;

export type FactCode =
  | "origin"
  | "moved"
  | "jumped"
  | "sidestepped"
  | "ranSideways"
  | "ranAhead"
  | "ranFar"
  | "ranBack"
  | "beat"
  | "lostTo"
  | "tied"
  | "counts";

export interface Fact {
  readonly code: FactCode;
  /** The known piece of a battle. */
  readonly kind?: Kind;
}

export interface Deduction {
  readonly possible: ReadonlySet<Kind>;
  /** Each excluded kind with the first fact that excludes it. */
  readonly excluded: ReadonlyMap<Kind, Fact>;
  /** Those facts, each once, in the order in which they became known. */
  readonly facts: readonly Fact[];
}

const RESULTS: Readonly<Record<Verdict, Battle["result"]>> = { win: "attacker", lose: "defender", both: "both" };
const KNOWN_MOVES = new Set(["none", "step", "step_or_two_ahead", "slide", "flight"]);

/**
 * By origin, for each piece on the board whose kind the holder of `snapshot` does not know. `plies`: every ply of
 * the match as that seat was told it; with some missing, less is excluded.
 */
export function deduce(system: System, snapshot: Snapshot, plies: readonly PlyEvent[]): ReadonlyMap<Square, Deduction> {
  if (!snapshot.view) return new Map();
  const isWhole = plies.length === snapshot.ply_count;
  const suspects = new Suspects(system);
  const start = isWhole ? firstPieces(snapshot) : snapshot.view.pieces;
  for (const piece of start) suspects.add(piece);
  if (isWhole) watch(system, suspects, start, plies);
  for (const piece of snapshot.view.pieces)
    if (piece.moved) suspects.exclude(piece, isStill(system), { code: "moved" });
  suspects.count();
  const hidden = snapshot.view.pieces.filter((piece) => piece.kind === null);
  return new Map(hidden.map((piece) => [piece.origin, suspects.of(piece)]));
}

/** All pieces as they began, with the kinds that the holder of the snapshot laid out. */
function firstPieces({ seats, layout, audience }: Snapshot): Piece[] {
  return seats.flatMap(({ side, commitments }) =>
    Object.keys(commitments ?? {}).map((origin) => ({
      square: origin,
      side,
      origin,
      moved: false,
      kind: side === audience ? (layout?.pieces?.[origin] ?? null) : null,
    })),
  );
}

/** What is still possible for each piece that ever was on the board. */
class Suspects {
  private readonly all = new Map<Square, { side: Side; possible: Set<Kind>; excluded: Map<Kind, Fact> }>();

  constructor(private readonly system: System) {}

  add({ side, origin, kind }: Piece): void {
    const kinds = this.system.kinds.map((each) => each.key);
    this.all.set(origin, { side, possible: new Set(kind === null ? kinds : [kind]), excluded: new Map() });
    const forbidden = this.system.layout_squares[side]?.forbidden ?? {};
    if (kind === null) this.exclude({ origin }, (each) => forbidden[each]?.[origin] !== undefined, { code: "origin" });
  }

  exclude({ origin }: { origin: Square }, isOut: (kind: Kind) => boolean, fact: Fact): void {
    const suspect = this.all.get(origin);
    if (!suspect || suspect.possible.size < 2) return;
    const out = [...suspect.possible].filter(isOut);
    if (out.length === suspect.possible.size) return; // a contradiction: believe none of it
    for (const kind of out) {
      suspect.possible.delete(kind);
      suspect.excluded.set(kind, fact);
    }
  }

  /** Excludes what the number of pieces of each kind leaves no room for. */
  count(): void {
    const counts = new Map(this.system.kinds.map((kind) => [kind.key, kind.count]));
    for (const side of this.system.sides) {
      const theirs = [...this.all].filter(([, suspect]) => suspect.side === side);
      const left = couldBe(
        theirs.map(([, suspect]) => suspect.possible),
        counts,
      );
      if (!left) continue;
      theirs.forEach(([origin], index) => {
        this.exclude({ origin }, (kind) => !left[index]?.has(kind), { code: "counts" });
      });
    }
  }

  of({ origin }: Piece): Deduction {
    const suspect = this.all.get(origin);
    const excluded = suspect?.excluded ?? new Map<Kind, Fact>();
    return { possible: suspect?.possible ?? new Set(), excluded, facts: [...new Set(excluded.values())] };
  }
}

function watch(system: System, suspects: Suspects, start: readonly Piece[], plies: readonly PlyEvent[]): void {
  const grid = gridOf(system);
  let pieces = start;
  for (const { ply, battle } of plies) {
    const [from, to] = ply;
    const mover = pieces.find((piece) => piece.square === from);
    const target = pieces.find((piece) => piece.square === to);
    if (!mover || to === undefined) return; // not a ply of this kind of game
    suspects.exclude(mover, isStill(system), { code: "moved" });
    watchMove(system, grid, suspects, { mover, to, pieces });
    if (battle && target) watchBattle(system, grid, suspects, { mover, target, pieces, battle });
    pieces = moved(pieces, from, to, battle).pieces;
  }
}

function isStill(system: System): (kind: Kind) => boolean {
  const still = new Set(system.kinds.filter((kind) => !kind.movable).map((kind) => kind.key));
  return (kind) => still.has(kind);
}

interface Move {
  mover: Piece;
  to: Square;
  pieces: readonly Piece[];
}

function watchMove(system: System, grid: Grid, suspects: Suspects, { mover, to, pieces }: Move): void {
  const found = waysOf(system, grid, mover, to, new Set(pieces.map((piece) => piece.square)));
  if (!found) return;
  const ways = new Map(system.kinds.map((kind) => [kind.key, kind.moves]));
  const isOut = (kind: Kind) => {
    const way = ways.get(kind) ?? "";
    return KNOWN_MOVES.has(way) && !found.ways.includes(way);
  };
  suspects.exclude(mover, isOut, { code: found.code });
}

/** Which ways of moving explain a move; null: each of them does. */
function waysOf(
  system: System,
  grid: Grid,
  mover: Piece,
  to: Square,
  occupied: ReadonlySet<Square>,
): { ways: readonly string[]; code: FactCode } | null {
  const path = grid.path(mover.square, to, occupied);
  const across = system.options_in_force.plane_sideways;
  if (path.isStep) {
    if (path.direction !== "sideways" || across !== 0) return null;
    return { ways: ["step", "step_or_two_ahead", "slide"], code: "sidestepped" };
  }
  if (!path.isClear) return { ways: ["flight"], code: "jumped" };
  if (path.direction === "sideways") {
    return { ways: across === "unlimited" ? ["slide", "flight"] : ["slide"], code: "ranSideways" };
  }
  if (!grid.isAhead(mover.side, mover.square, to)) return { ways: ["slide", "flight"], code: "ranBack" };
  if (path.length > 2) return { ways: ["slide", "flight"], code: "ranFar" };
  return { ways: ["step_or_two_ahead", "slide", "flight"], code: "ranAhead" };
}

interface Meeting {
  mover: Piece;
  target: Piece;
  pieces: readonly Piece[];
  battle: Battle;
}

function watchBattle(system: System, grid: Grid, suspects: Suspects, meeting: Meeting): void {
  const { mover, target, battle } = meeting;
  if (mover.kind !== null && target.kind === null) {
    const fact: Fact = { code: codeFor(battle, target.side), kind: mover.kind };
    suspects.exclude(target, (kind) => !explainsDefender(system, grid, meeting, kind), fact);
  }
  if (mover.kind === null && target.kind !== null) {
    const strength = strengthOf(system, grid, target, meeting.pieces);
    if (strength === null) return;
    const isOut = (kind: Kind) => {
      const verdict = system.win_table.rows[kind]?.[strength];
      return verdict !== undefined && RESULTS[verdict] !== battle.result;
    };
    suspects.exclude(mover, isOut, { code: codeFor(battle, mover.side), kind: target.kind });
  }
}

function codeFor(battle: Battle, side: Side): FactCode {
  if (battle.winner === null) return "tied";
  return battle.winner === side ? "beat" : "lostTo";
}

function explainsDefender(system: System, grid: Grid, { mover, target, pieces, battle }: Meeting, kind: Kind): boolean {
  const verdict = system.win_table.rows[mover.kind ?? ""]?.[kind];
  if (verdict !== undefined) return RESULTS[verdict] === battle.result;
  // a kind without a column (the flag) fights as the piece behind it, and loses without one
  return battle.result === "attacker" || behind(grid, target, pieces) !== undefined;
}

/** As what a known defender fought; null when that cannot be told. */
function strengthOf(system: System, grid: Grid, target: Piece, pieces: readonly Piece[]): Kind | null {
  if (system.win_table.columns.includes(target.kind ?? "")) return target.kind;
  return behind(grid, target, pieces)?.kind ?? null;
}

function behind(grid: Grid, { side, square }: Piece, pieces: readonly Piece[]): Piece | undefined {
  const back = grid.behind(side, square);
  return pieces.find((piece) => piece.square === back && piece.side === side);
}
