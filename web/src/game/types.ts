/** The service's vocabulary as the client uses it; shapes follow src/api/schema.d.ts. */

export type Side = string;
export type Square = string;
export type Kind = string;
export type PlyWords = readonly string[];
export type Phase = "layout" | "playing" | "over";
export type Pieces = Readonly<Record<Square, Kind>>;

export interface SystemSquare {
  name: Square;
  x: number;
  y: number;
  width: number;
  territory: Side | null;
  tags: readonly string[];
}

export interface SystemKind {
  key: Kind;
  symbol: string;
  order: number;
  count: number;
  movable: boolean;
  moves: string;
  occupies: boolean;
}

export type Verdict = "win" | "lose" | "both";

/** `GET /systems/{key}`: everything needed to draw and explain a game. */
export interface System {
  key: string;
  ruleset: string;
  name: string;
  options: readonly { key: string; default: unknown; choices: readonly unknown[] }[];
  options_in_force: Readonly<Record<string, unknown>>;
  sides: readonly Side[];
  has_layout: boolean;
  hidden: boolean;
  width: number;
  height: number;
  squares: readonly SystemSquare[];
  edges: readonly (readonly [Square, Square])[];
  bridges: readonly (readonly [Square, Square])[];
  kinds: readonly SystemKind[];
  layout_squares: Readonly<
    Record<Side, { squares: readonly Square[]; forbidden: Readonly<Record<Kind, Readonly<Record<Square, string>>>> }>
  >;
  win_table: {
    order: readonly Kind[];
    columns: readonly Kind[];
    rows: Readonly<Record<Kind, Readonly<Record<Kind, Verdict>>>>;
  };
  rules: readonly { key: string; text: string }[];
}

/** One piece as this seat may know it; `origin` names it for the whole match. */
export interface Piece {
  square: Square;
  side: Side;
  origin: Square;
  moved: boolean;
  kind: Kind | null;
}

export interface Battle {
  square: Square;
  winner: Side | null;
  result: "attacker" | "defender" | "both";
  /** Own kind, null for what this seat may not know. */
  pieces: Readonly<Record<Side, Kind | null>>;
}

export interface LastPly {
  ply: PlyWords;
  quiet_plies: number;
  battle: Battle | null;
}

export interface Outcome {
  winners: readonly Side[];
  termination: string;
}

export interface View {
  viewer: Side | null;
  turn: Side | null;
  number: number;
  quiet_plies: number;
  quiet_limit: number | null;
  pieces: readonly Piece[];
  removed: Readonly<Record<Side, { count: number; kinds: readonly Kind[] | null }>>;
  last: LastPly | null;
  outcome: Outcome | null;
}

/** A computer's level by name, or how many positions it may look at for a ply. */
export type Level = string | { work: number };

export interface PlayerInfo {
  name: string;
  kind: "guest" | "person" | "bot";
  /** Of this service's own computers alone: a bot without one is somebody's program. */
  level: Level | null;
}

export function isComputer(player: PlayerInfo | null): boolean {
  return Boolean(player?.level);
}

export interface MatchSeat {
  side: Side;
  player: PlayerInfo | null;
  confirmed: boolean;
  commitments: Readonly<Record<Square, string>> | null;
}

export interface OwnLayout {
  revision: number;
  confirmed: boolean;
  pieces: Pieces | null;
}

export type Reveal = Readonly<Record<Side, { layout: Pieces; salts: Readonly<Record<Square, string>> }>>;

/** `GET /matches/{id}` and the socket's `snap`. */
export interface Snapshot {
  match: string;
  room: string | null;
  system: string;
  ruleset: string;
  options: Readonly<Record<string, unknown>>;
  epoch: number;
  version: number;
  phase: Phase;
  audience: string;
  turn: Side | null;
  ply_count: number;
  outcome: Outcome | null;
  seats: readonly MatchSeat[];
  layout: OwnLayout | null;
  view: View | null;
  legal_plies: readonly PlyWords[];
  reveal: Reveal | null;
}

/** `d` of an `ev` frame and of the events endpoint. */
export type EventData =
  | {
      type: "layout.confirmed" | "layout.withdrawn";
      side: Side;
      at: string;
      commitments: MatchSeat["commitments"];
      layout?: OwnLayout;
    }
  | { type: "match.started"; side: null; at: string; turn: Side; legal_plies?: readonly PlyWords[] }
  | {
      type: "ply";
      side: Side;
      at: string;
      number: number;
      turn: Side | null;
      ply: PlyWords;
      quiet_plies: number;
      battle: Battle | null;
      legal_plies?: readonly PlyWords[];
    }
  | { type: "match.ended"; side: Side | null; at: string; outcome: Outcome; reveal: Reveal | null };

export type PlyEvent = Extract<EventData, { type: "ply" }>;

/** Why a piece is none of the kinds in `excludes`; `kind` is the own piece of a battle. */
export interface Fact {
  code: string;
  kind: Kind | null;
  excludes: readonly Kind[];
}

/** `GET /matches/{id}/deductions`: what one of the opponent's pieces, named by its origin, may be. */
export interface Deduction {
  origin: Square;
  kinds: readonly Kind[];
  facts: readonly Fact[];
}

/** One of `GET /matches/{id}/thoughts`: what a computer thought before its ply `number`. */
export interface Thought {
  number: number;
  side: Side;
  /** The best ones and the played one with their odds to win, from 0 to 1; the best first. */
  plies: readonly { ply: PlyWords; odds: number }[];
  worlds: number;
  positions: number;
  /** How likely, from 0 to 1, it held each enemy piece, by origin, for which kind. */
  beliefs: Readonly<Record<Square, Readonly<Record<Kind, number>>>>;
}
