/** The service's vocabulary as the client uses it; shapes follow src/api/schema.d.ts. */

export type Side = string;
export type Square = string;
export type Kind = string;
export type PlyWords = readonly string[];
export type Phase = "layout" | "playing" | "over";
export type Pieces = Readonly<Record<Square, Kind>>;

/** A square, or a point of a board of lines: only the latter has a `type`. */
export interface SystemSquare {
  name: Square;
  x: number;
  y: number;
  territory: Side | null;
  width: number;
  tags: readonly string[];
  type?: "station" | "headquarters" | "camp" | "centre" | "mountain";
  /** Its name as its owner counts. */
  local?: string | null;
  /** Nobody plays there: neither entered nor passed. */
  is_closed?: boolean;
}

export interface SystemKind {
  key: Kind;
  symbol: string;
  order: number;
  count: number;
  movable: boolean;
  moves: string;
  /** May end the match in the enemy's headquarters. */
  occupies: boolean;
  rank?: number | null;
}

export type Verdict = "win" | "lose" | "both";

/** Why a layout is refused. */
export interface Reason {
  code: string;
  squares: readonly Square[];
}

/** A layout to begin with; `reasons`: why the options do not allow it. */
export interface Setup {
  key: string;
  name: string;
  pieces: Pieces;
  reasons: readonly Reason[];
}

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
  /** Neighbours, by whatever joins them. */
  edges: readonly (readonly [Square, Square])[];
  bridges: readonly (readonly [Square, Square])[];
  /** Of a board of lines: pairs joined by road and by rail, the straight rails, and the points round a mountain. */
  roads?: readonly (readonly [Square, Square])[];
  rails?: readonly (readonly [Square, Square])[];
  lines?: readonly (readonly Square[])[];
  mountains?: Readonly<Record<Square, readonly Square[]>>;
  variant?: string;
  /** Named sets of options. */
  presets?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Sides that win together. */
  teams?: readonly (readonly Side[])[];
  /** Armies that belong to nobody before they are dealt out. */
  colours?: readonly string[];
  /** Files that a layout can be read from and written to. */
  layout_formats?: readonly { key: string; extension: string }[];
  kinds: readonly SystemKind[];
  layout_squares: Readonly<
    Record<
      Side,
      {
        squares: readonly Square[];
        /** Points of the territory that stay empty. */
        camps?: readonly Square[];
        forbidden: Readonly<Record<Kind, Readonly<Record<Square, string>>>>;
      }
    >
  >;
  win_table: {
    order: readonly Kind[];
    columns: readonly Kind[];
    rows: Readonly<Record<Kind, Readonly<Record<Kind, Verdict>>>>;
    /** What a bomb does, whoever attacks. */
    bomb?: Verdict;
  };
  rules: readonly { key: string; text: string }[];
}

/** One piece as this seat may know it; `origin` names it for the whole match, whoever's it is. */
export interface Piece {
  square: Square;
  /** null while nobody knows whose it is. */
  side: Side | null;
  /** Its colour, where armies are colours; null while it lies face down. */
  army?: string | null;
  origin: Square;
  moved: boolean;
  kind: Kind | null;
}

export interface Battle {
  square: Square;
  /** Where sides alone do not tell it. */
  attacker?: Side;
  winner: Side | null;
  result: "attacker" | "defender" | "both" | "neither";
  /** Own kind, null for what this seat may not know. */
  pieces: Readonly<Record<Side, Kind | null>>;
}

/** Of a ply, where there is more than moving and fighting; docs/protocol.md says what each means. */
export type PlyResult =
  | "moved"
  | "attacker"
  | "defender"
  | "both"
  | "neither"
  | "turned"
  | "own"
  | "taken"
  | "carried"
  | "left";

/** A piece that everybody was shown; `owner` is a side or a colour. */
export interface Shown {
  square: Square;
  owner: string;
  kind: Kind | null;
}

/** What the referee said of a ply. */
export interface LastPly {
  ply: PlyWords;
  quiet_plies: number;
  battle: Battle | null;
  result?: PlyResult;
  shown?: readonly Shown[];
  /** Sides that are out since. */
  out?: readonly Side[];
}

/** Where pieces are turned up. `under`: flags that lie under a piece; before colours are known, who `turned` what up last. */
export interface FlipView {
  colours: Readonly<Record<Side, string | null>>;
  turned: Readonly<Record<Side, string | null>>;
  under: readonly { square: Square; army: string; origin: Square }[];
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
  /** By side, or by colour. */
  removed: Readonly<Record<string, { count: number; kinds: readonly Kind[] | null }>>;
  last: LastPly | null;
  outcome: Outcome | null;
  /** Where everybody was shown a side's flag. */
  flags?: Readonly<Record<Side, Square | null>>;
  /** By side: origin, start and end of its steps that count for repetition. */
  recent?: Readonly<Record<Side, readonly (readonly [Square, Square, Square])[]>>;
  /** Sides that do not play any more. */
  out?: readonly Side[];
  flip?: FlipView | null;
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

/** By side, or `deal`: what the server dealt, whose kinds name the colour too. */
export type Reveal = Readonly<Record<string, { layout: Pieces; salts: Readonly<Record<Square, string>> }>>;

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
  /** Digests of what the server dealt. */
  deal?: { commitments: Readonly<Record<Square, string>> } | null;
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
  | {
      type: "match.started";
      side: null;
      at: string;
      turn: Side;
      commitments?: Readonly<Record<Square, string>>;
      legal_plies?: readonly PlyWords[];
    }
  | (LastPly & {
      type: "ply";
      side: Side;
      at: string;
      number: number;
      turn: Side | null;
      legal_plies?: readonly PlyWords[];
    })
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
