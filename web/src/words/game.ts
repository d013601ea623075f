/** Whole sentences from what the server told: everything that has to choose among catalogue entries. */

import type { GameWords, Problem } from "../game/contracts";
import type { ToldPly } from "../game/told";
import {
  type Battle,
  isComputer,
  type Kind,
  type LastPly,
  type Level,
  type MatchSeat,
  type Outcome,
  type PlayerInfo,
  type Shown,
  type Side,
  type Square,
  type System,
} from "../game/types";
import type { SystemTables, Words } from "./en";

export type Faces = "chinese" | "own" | "symbol";

/** The entry of a catalogue by a key that came from the server. */
function entry<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

/** The tables of the game system at hand. */
function tablesOf(words: Words): SystemTables {
  const usual: SystemTables = words.gunjin;
  return words.system ?? usual;
}

export function gameWords(words: Words, faces: Faces): GameWords {
  const { chineseFaces, faces: ownFaces, symbolFaces } = tablesOf(words);
  const written = { chinese: chineseFaces, own: ownFaces, symbol: symbolFaces }[faces];
  return {
    kind: (kind) => kindName(words, kind),
    face: (kind) => entry(written, kind) ?? kind,
    square: (square, system, viewer) => squareName(words, square, system, viewer),
    side: (side) => sideName(words, side),
  };
}

function kindName(words: Words, kind: Kind): string {
  return entry(tablesOf(words).kinds, kind) ?? kind;
}

/** A game system, with its variant where it has some. */
export function systemName(words: Words, key: string, variant?: unknown): string {
  const name = entry(words.systems, key) ?? key;
  const kind = typeof variant === "string" ? entry(words.variants, variant) : undefined;
  return kind === undefined ? name : words.app.variant(name, kind);
}

export function sideName(words: Words, side: Side): string {
  return entry(words.sides, side) ?? side;
}

/** A headquarters goes by whose it is, every other square by its name. */
export function squareName(words: Words, square: Square, system: System, viewer: Side | null): string {
  const territory = headquartersOf(square, system);
  if (territory === null) return square;
  if (viewer === null) return words.squares.sideHq(sideName(words, territory));
  return territory === viewer ? words.squares.ownHq : words.squares.enemyHq;
}

/** Whose headquarters the square is; null: nobody's. */
function headquartersOf(square: Square, system: System): Side | null {
  const found = system.squares.find((one) => one.name === square);
  // why: a board of lines has two for each side
  return found?.tags.includes("headquarters") && !found.type ? found.territory : null;
}

/** In whose words a ply is told. */
export interface Teller {
  system: System;
  /** Who "you" are; null: nobody. */
  own: Side | null;
  /** What the one is called who moves for a side. */
  nameOf: (side: Side) => string;
  /** The match is over: the other's kinds are named too, where they are known. */
  isOver?: boolean;
}

/** `shared`: both players look at this device, so that the other one is nobody's opponent. */
export function tellerFor(
  words: Words,
  { system, seats, own, shared }: { system: System; seats: readonly MatchSeat[]; own: Side | null; shared: boolean },
): Teller {
  const nameOf = (side: Side) => {
    if (side === own) return words.players.you;
    if (own === null || shared || system.sides.length > 2) return words.app.caption(sideName(words, side));
    const player = seats.find((seat) => seat.side === side)?.player ?? null;
    return isComputer(player) ? words.players.computerPlain : words.players.opponent;
  };
  return { system, own, nameOf };
}

/** Who went where, and the result of the battle, as the reader was told it; then who is out since. */
export function plyText(words: Words, told: PlySaid, teller: Teller): string {
  const said = deedText(words, told, teller);
  const out = told.result === "left" ? [] : (told.out ?? []);
  if (out.length === 0 || teller.system.sides.length <= 2) return said;
  return words.play.nowOut(said, listed(words, out.map(teller.nameOf)));
}

type PlySaid = Pick<ToldPly, "side" | "ply" | "battle"> & Pick<LastPly, "result" | "shown" | "out">;

function deedText(words: Words, told: PlySaid, teller: Teller): string {
  const { play } = words;
  const { result, battle, shown = [] } = told;
  const who = told.side === null ? play.lastPly : teller.nameOf(told.side);
  const [from = "", to = ""] = told.ply.map((square) => shortSquareName(words, square, teller));
  const [piece] = shown;
  if (result === "left") return play.left(who);
  if (result === "turned") return play.turned(who, from, piece ? shownName(words, piece) : words.board.faceDown);
  if (result === "carried") return play.carried(who, from, to);
  if (result === "taken") return play.took(who, from, to);
  if (result === "own") return play.metOwn(who, from, to, kindName(words, piece?.kind ?? ""));
  if (result === "neither" && !battle) return play.metFlag(who, from, to);
  if (!battle) return play.moved(who, from, to);
  return play.attacked(who, from, to, resultText(words, battle, teller));
}

function shownName(words: Words, { owner, kind }: Shown): string {
  return armyKind(words, owner, kindName(words, kind ?? ""));
}

/** A kind with its colour, where armies are colours. */
export function armyKind(words: Words, army: string | null | undefined, kind: string): string {
  const colour = army ? colourName(words, army) : undefined;
  return colour === undefined ? kind : words.play.army(colour, kind);
}

export function colourName(words: Words, colour: string): string | undefined {
  return entry(words.system?.colours ?? {}, colour);
}

/** One name, or several joined. */
export function listed(words: Words, names: readonly string[]): string {
  return names.length === 1 ? (names[0] ?? "") : words.app.list(names);
}

function shortSquareName(words: Words, square: Square, { system, own }: Teller): string {
  const territory = headquartersOf(square, system);
  if (territory === null) return square;
  const { short } = words.squares;
  if (own === null) return short.side(sideName(words, territory));
  return territory === own ? short.own : short.enemy;
}

/** Names the reader's own piece, and of others only what everybody may know by now. */
function resultText(words: Words, battle: Battle, { system, own, isOver = false }: Teller): string {
  const { play } = words;
  const kindOf = (side: Side | null) => (side === null ? null : (battle.pieces[side] ?? null));
  const shortName = (kind: Kind) => entry(tablesOf(words).shortKinds, kind) ?? kindName(words, kind);
  const known = (own === null || isOver || !system.hidden ? system.sides : [own]).filter(
    (side) => kindOf(side) !== null,
  );
  const [side, another] = known;
  if (side === undefined) return play.watchedBattle[battle.result];
  const kind = shortName(kindOf(side) ?? "");
  if (another !== undefined) {
    const other = shortName(kindOf(another) ?? "");
    return attackerOf(battle, system) === another
      ? play.openBattle[battle.result](other, kind)
      : play.openBattle[battle.result](kind, other);
  }
  const piece = side === own ? play.battle.mine(kind) : play.battle.of(sideName(words, side), kind);
  if (battle.result === "neither") return play.battle.neither(side === own ? kind : piece);
  if (battle.winner === null) return play.battle.both(side === own ? kind : piece);
  return battle.winner === side ? play.battle.won(piece) : play.battle.lost(piece);
}

/** Null where both fell and it was not told: then it does not matter. */
function attackerOf({ attacker, result, winner }: Battle, { sides }: System): Side | null {
  if (attacker !== undefined) return attacker;
  if (winner === null) return null;
  return result === "attacker" ? winner : (sides.find((side) => side !== winner) ?? null);
}

/** Ends without a result: neither side won, and it was no draw. */
export const NO_RESULT: ReadonlySet<string> = new Set(["abandoned", "voided"]);

export type Ending = "won" | "lost" | "draw" | "abandoned" | "watched";

/** How a match of these sides ended, from where the reader sits: a title and the reason. */
export function outcomeText(
  words: Words,
  outcome: Outcome,
  sides: readonly Side[],
  viewer: Side | null,
): { ending: Ending; title: string; reason: string } {
  const { end } = words;
  const { termination } = outcome;
  const winner = outcome.winners[0];
  if (winner === undefined) {
    const ending = NO_RESULT.has(termination) ? "abandoned" : "draw";
    return { ending, title: end[ending], reason: drawReason(words, termination) };
  }
  const reasons = entry(end.because, termination);
  if (sides.length > 2) return manyText(words, outcome, sides, viewer);
  if (viewer === null) {
    const loser = sides.find((side) => !outcome.winners.includes(side)) ?? winner;
    const [won, lost] = [sideName(words, winner), sideName(words, loser)];
    let reason = end.other;
    if (reasons) reason = "watched" in reasons ? reasons.watched(won) : reasons.watchedLoser(lost);
    return { ending: "watched", title: end.watched(won), reason };
  }
  const ending = outcome.winners.includes(viewer) ? "won" : "lost";
  return { ending, title: end[ending], reason: reasons?.[ending] ?? end.other };
}

/** Where allies win together, or one against several: nobody's own deed need have settled it. */
function manyText(words: Words, { winners, termination }: Outcome, sides: readonly Side[], viewer: Side | null) {
  const { end } = words;
  const reason = entry(end.many, termination) ?? end.other;
  const names = winners.map((side) => words.app.caption(sideName(words, side)));
  if (viewer === null || !sides.includes(viewer)) {
    return { ending: "watched" as const, title: end.watchedTeam(listed(words, names)), reason };
  }
  if (!winners.includes(viewer)) return { ending: "lost" as const, title: end.lost, reason };
  return { ending: "won" as const, title: winners.length > 1 ? end.teamWon : end.won, reason };
}

function drawReason(words: Words, termination: string): string {
  const counted = /^(quiet|plies)-(\d+)$/.exec(termination);
  if (counted) return (counted[1] === "quiet" ? words.end.quiet : words.end.length)(Number(counted[2]));
  return entry(words.end.draws, termination) ?? words.end.other;
}

/** Why a layout or swap was refused. */
export function layoutReason(
  words: Words,
  reason: { code: string; squares: readonly Square[] },
  system: System,
  viewer: Side | null,
): string {
  const refusal = entry(words.system?.refusals ?? {}, reason.code);
  if (refusal !== undefined) return refusal;
  const text = entry(words.layout.reasons, reason.code);
  if (text && reason.squares.length > 0) {
    return text(words.app.list(reason.squares.map((square) => squareName(words, square, system, viewer))));
  }
  return reason.code === "wrong_counts" ? words.layout.wrongCounts : words.layout.refusedOther;
}

export type ProblemAction = "reload" | "start" | "retry" | "dismiss" | "sign-in";

/** What a refusal says to people, and the way on. */
export function problemText(
  words: Words,
  problem: Pick<Problem, "code" | "retry_after" | "reasons">,
): { title: string; text: string; action: ProblemAction; label: string } {
  const found = entry(words.problems, problem.code) ?? words.problems.unknown;
  const why = entry(words.system?.refusals ?? {}, problem.reasons?.[0]?.code ?? "") ?? found.text;
  const wait = problem.retry_after ? words.retryIn(Math.ceil(problem.retry_after)) : why;
  const action = found.action as ProblemAction;
  return { title: found.title, text: wait, action, label: words.problemActions[action] };
}

/** A longer list of kinds says less than "some kinds". */
const MOST_NAMED = 4;

/** What was seen of a piece, by the code of the fact; `kind` is the known piece that it met. */
export function factText(
  words: Words,
  { code, kind, excludes }: { code: string; kind: string | null; excludes: readonly string[] },
): string {
  const met = kind === null ? undefined : entry(words.play.battleFacts, code);
  if (met && kind !== null) return met(kindName(words, kind));
  const named = entry(words.play.namedFacts, code);
  if (named && excludes.length > 0 && excludes.length <= MOST_NAMED) {
    return named(words.app.list(excludes.map((one) => kindName(words, one))));
  }
  return entry(words.play.facts, code) ?? words.play.facts.other;
}

/** Why a room closed. */
export function closedText(words: Words, reason: string | null): string {
  return entry(words.connection.reasons, reason ?? "") ?? words.connection.reasons.other;
}

/** The name of a set of options. */
export function presetName(words: Words, key: string): string {
  return entry(words.system?.presets ?? {}, key) ?? key;
}

/** The name of a layout that the system offers; null: it has none in this language. */
export function setupName(words: Words, key: string): string | null {
  return entry(words.system?.setups ?? {}, key) ?? null;
}

export function variantName(words: Words, key: string): string {
  return entry(words.variants, key) ?? key;
}

export function variantHint(words: Words, key: string): string {
  return entry(words.system?.variantHints ?? {}, key) ?? "";
}

export function optionName(words: Words, key: string): string {
  return entry(tablesOf(words).options, key) ?? key;
}

export function optionValue(words: Words, key: string, value: unknown): string {
  return entry(entry(tablesOf(words).values, key) ?? {}, String(value)) ?? String(value);
}

export function levelName(words: Words, level: Level): string {
  if (typeof level !== "string") return level.work.toLocaleString();
  return entry(words.levels, level) ?? level;
}

/** The name of who sits somewhere; this service's own computers go by their level. */
export function playerName(words: Words, player: PlayerInfo | null): string {
  if (player === null) return words.players.empty;
  if (player.level) return words.players.computer(levelName(words, player.level));
  if (player.kind === "bot") return words.players.bot(player.name);
  return player.name || words.players.guest;
}
