/** What the parts of the client promise each other; the code behind each interface lives in the file named. */

import type { ReadonlySignal } from "@preact/signals";
import type {
  Deduction,
  Kind,
  Pieces,
  PlayerInfo,
  PlyEvent,
  PlyWords,
  Reason,
  Setup,
  Side,
  Snapshot,
  Square,
  System,
  Thought,
} from "./types";

/** `GET /rooms/{slug}`. */
export interface Room {
  slug: string;
  id: string;
  system: string;
  options: Readonly<Record<string, unknown>>;
  opponent: "friend" | "computer" | "same_screen";
  spectators_allowed: boolean;
  /** How many plies behind who watches is, until the end. */
  spectators_delay: number;
  /** Whether this room's players may use the deduction aid. */
  deductions_allowed: boolean;
  /** What may be said here now. */
  chat: "off" | "presets" | "free";
  is_listed: boolean;
  /** Name of who is invited, for who sits here. */
  invited: string | null;
  /** Whether the free seat may be taken without a secret. */
  may_join: boolean;
  /** How long the opponent must be gone before a game with the computer may begin. */
  abandon_after_seconds: number;
  created_at: string;
  expires_at: string;
  full: boolean;
  match: string | null;
  match_number: number;
  phase: Snapshot["phase"];
  seats: readonly RoomSeat[];
}

export interface RoomSeat {
  number: number;
  side: Side;
  player: PlayerInfo | null;
  yours: boolean;
  connected: boolean;
  last_seen_at: string | null;
  offers_rematch: boolean;
  /** Only for who sits in the room, while the seat is free: `/r/{slug}#{number}.{secret}`. */
  link_secret: string | null;
  link: string | null;
}

/** A refusal: RFC 9457 body over REST, `err` frame over the socket, or made here ("network", "offline"). */
export interface Problem {
  code: string;
  detail: string;
  status?: number;
  retry_after?: number;
  reasons?: readonly Reason[];
  /** Of `banned` and `muted`; missing: for ever. */
  until?: string;
  /** Of `banned`: code of what the moderators say. */
  message?: string;
}

export type Connection = "connecting" | "open" | "polling" | "offline" | "closed";

/** One seat's (or a spectator's) look at one match, kept in step with the server. src/game/store.ts */
export interface MatchStore {
  readonly seat: Side | null;
  /** null until the first snapshot. */
  readonly state: ReadonlySignal<Snapshot | null>;
  /** Every ply shown, as it was told to this seat, oldest first; see `told` for which of them may be spoken of. */
  readonly plies: ReadonlySignal<readonly PlyEvent[]>;
  /** The state as far as words and sounds may follow it: a ply moves on the board before its result is told. */
  readonly told: ReadonlySignal<Snapshot | null>;
  readonly connection: ReadonlySignal<Connection>;
  /** Is the other person there: by side. */
  readonly present: ReadonlySignal<Readonly<Record<Side, boolean>>>;
  /** A command is on its way. */
  readonly busy: ReadonlySignal<boolean>;
  /** The last refusal, until dismissed. */
  readonly problem: ReadonlySignal<Problem | null>;
  /** Server time minus this device's, in ms. */
  readonly skew: ReadonlySignal<number>;
  /** Set when the room says it will close, or has closed. */
  readonly closing: ReadonlySignal<{ at: string | null; reason: string | null } | null>;
  /** Each refusal is also thrown as ProblemError. */
  confirmLayout(pieces: Pieces): Promise<void>;
  withdrawLayout(): Promise<void>;
  play(ply: PlyWords): Promise<void>;
  resign(): Promise<void>;
  claimAbandoned(): Promise<void>;
  /** Who acts does not wait for plies that are still to be shown, once the result of the shown one was told. */
  catchUp(): void;
  dismissProblem(): void;
  /** Called for every room frame that changes who sits where, offers, new matches. */
  onRoom(listener: (frame: { type: string } & Record<string, unknown>) => void): () => void;
  dispose(): void;
}

export interface NewRoom {
  system: string;
  opponent: Room["opponent"];
  level?: string;
  side?: Side | "random";
  options?: Record<string, unknown>;
  spectators_allowed?: boolean;
  spectators_delay?: number;
  deductions_allowed?: boolean;
  chat?: Room["chat"];
  is_listed?: boolean;
  /** Name of the player for whom the seat is kept. */
  invite?: string;
}

export interface HistoryLine {
  match: string;
  system: string;
  opponent: Room["opponent"];
  side: Side;
  phase: Snapshot["phase"];
  /** In order of play. */
  opponents: readonly (PlayerInfo | null)[];
  ply_count: number;
  outcome: Snapshot["outcome"];
  started_at: string | null;
  ended_at: string | null;
}

export interface SavedLayout {
  id: string;
  system: string;
  name: string;
  is_last: boolean;
  pieces: Pieces;
  updated_at: string;
}

/** A match that waits for the caller: a ply, or a layout to confirm. Says nothing hidden. */
export interface TurnLine {
  match: string;
  room: string | null;
  system: string;
  side: Side;
  phase: Snapshot["phase"];
  version: number;
}

/** A named layout as it is carried from one browser to another, on the owner's squares. */
export interface PortableLayout {
  system: string;
  name: string;
  pieces: Pieces;
}

/** Who a report is about: where they sit or sat, or what they said. Nobody knows another player's id. */
export type Accused = { match: string; side: Side } | { room: string; seat: number } | { message: string };

export type Complaint = Accused & {
  kind: "player" | "name" | "message";
  reason: "cheating" | "abuse" | "name" | "spam" | "other";
  note: string;
};

/** What a moderator did that concerns the player. `message`: code of what they say, or "". */
export interface Notice {
  id: string;
  kind: string;
  message: string;
  /** null: for ever, where it lasts at all. */
  until: string | null;
  lifted_at: string | null;
  read_at: string | null;
  created_at: string;
}

/** Of which system, on whose squares, in which of the system's formats. */
export interface LayoutFile {
  system: string;
  side: Side;
  format: string;
}

/** Every REST call the client makes. src/api/http.ts. Each rejects with ProblemError. */
export interface Api {
  /** Keys of the game systems that this site offers. */
  systems(): Promise<readonly string[]>;
  system(key: string, options?: Record<string, unknown>): Promise<System>;
  createRoom(wanted: NewRoom): Promise<Room>;
  room(slug: string): Promise<Room>;
  /** `secret` null where the room is open to the caller. */
  claim(slug: string, seat: number, secret: string | null): Promise<Room>;
  playComputer(slug: string, level: string): Promise<Room>;
  offerRematch(slug: string): Promise<Room>;
  withdrawRematch(slug: string): Promise<void>;
  leave(slug: string): Promise<void>;
  closeRoom(slug: string): Promise<void>;
  snapshot(match: string, seat?: Side): Promise<Snapshot>;
  /** What the public facts leave of the opponent's pieces; refused where the room switched the aid off. */
  deductions(match: string, seat: Side): Promise<readonly Deduction[]>;
  /** What computers thought, by ply; refused until the match is over. */
  thoughts(match: string): Promise<readonly Thought[]>;
  record(match: string, of?: Side | "watch"): Promise<Record<string, unknown>>;
  randomLayout(system: string, side: Side, options?: Record<string, unknown>): Promise<Pieces>;
  /** Layouts that the system offers to begin with, on that side's squares. */
  setups(system: string, options: Record<string, unknown>, side: Side): Promise<readonly Setup[]>;
  /** `reasons`: why the options do not allow it. */
  readLayoutFile(
    wanted: LayoutFile,
    file: Blob,
    options: Record<string, unknown>,
  ): Promise<{ pieces: Pieces; reasons: readonly Reason[] }>;
  writeLayoutFile(wanted: LayoutFile, pieces: Pieces): Promise<Blob>;
  savedLayouts(system: string, side: Side): Promise<readonly SavedLayout[]>;
  saveLayout(system: string, name: string, pieces: Pieces, side: Side): Promise<SavedLayout>;
  renameLayout(id: string, name: string): Promise<SavedLayout>;
  deleteLayout(id: string): Promise<void>;
  exportLayouts(): Promise<readonly PortableLayout[]>;
  importLayouts(layouts: readonly PortableLayout[]): Promise<void>;
  turns(): Promise<readonly TurnLine[]>;
  history(cursor?: string): Promise<{ matches: readonly HistoryLine[]; next: string | null }>;
  me(): Promise<{ player: string; name: string; kind: string }>;
  report(complaint: Complaint): Promise<void>;
  /** The latest, newest first. */
  notices(): Promise<readonly Notice[]>;
  readNotice(id: string): Promise<void>;
}

/** Words for things of a game system; src/words/index.ts makes one per language. */
export interface GameWords {
  kind(kind: Kind): string;
  /** Short text on the piece itself. */
  face(kind: Kind): string;
  square(square: Square, system: System, viewer: Side | null): string;
  side(side: Side): string;
}
