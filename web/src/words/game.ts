/** Whole sentences from what the server told: everything that has to choose among catalogue entries. */

import type { GameWords } from "../game/contracts";
import type { Battle, Level, Outcome, Side, Square, System } from "../game/types";
import type { Words } from "./en";
import { SYMBOL_FACES } from "./faces";

export type Faces = "chinese" | "own" | "symbol";

/** The entry of a catalogue by a key that came from the server. */
function entry<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

export function gameWords(words: Words, faces: Faces): GameWords {
  const written = { chinese: words.gunjin.chineseFaces, own: words.gunjin.faces, symbol: SYMBOL_FACES }[faces];
  return {
    kind: (kind) => entry(words.gunjin.kinds, kind) ?? kind,
    face: (kind) => entry(written, kind) ?? kind,
    square: (square, system, viewer) => squareName(words, square, system, viewer),
    side: (side) => sideName(words, side),
  };
}

export function sideName(words: Words, side: Side): string {
  return entry(words.sides, side) ?? side;
}

/** A headquarters goes by whose it is, every other square by its name. */
export function squareName(words: Words, square: Square, system: System, viewer: Side | null): string {
  const found = system.squares.find((one) => one.name === square);
  if (!found?.tags.includes("headquarters") || found.territory === null) return square;
  if (viewer === null) return words.squares.sideHq(sideName(words, found.territory));
  return found.territory === viewer ? words.squares.ownHq : words.squares.enemyHq;
}

/** A battle as the viewer was told it: the own piece by name, the other one only where its kind is known. */
export function battleText(words: Words, battle: Battle, system: System, viewer: Side | null): string {
  const square = squareName(words, battle.square, system, viewer);
  const kindName = (side: Side | undefined) => {
    const kind = side === undefined ? null : (battle.pieces[side] ?? null);
    return kind === null ? null : (entry(words.gunjin.kinds, kind) ?? kind);
  };
  const own = viewer === null ? null : kindName(viewer);
  if (own !== null) {
    if (battle.winner === null) return words.play.battle.both(own, square);
    return battle.winner === viewer ? words.play.battle.won(own, square) : words.play.battle.lost(own, square);
  }
  const [first, second] = system.sides;
  if (battle.winner === null) {
    const fallen = [kindName(first), kindName(second)] as const;
    return fallen[0] !== null && fallen[1] !== null
      ? words.play.openBattle.both(fallen[0], fallen[1], square)
      : words.play.watchedBattle.both(square);
  }
  const winner = sideName(words, battle.winner);
  const won = kindName(battle.winner);
  const lost = kindName(system.sides.find((side) => side !== battle.winner));
  return won !== null && lost !== null
    ? words.play.openBattle.won(winner, won, lost, square)
    : words.play.watchedBattle.won(winner, square);
}

export type Ending = "won" | "lost" | "draw" | "abandoned" | "watched";

/** How a match ended, from where the reader sits: a title and the reason. */
export function outcomeText(
  words: Words,
  outcome: Outcome,
  viewer: Side | null,
): { ending: Ending; title: string; reason: string } {
  const { end } = words;
  const { termination } = outcome;
  const winner = outcome.winners[0];
  if (winner === undefined) {
    const ending = termination === "abandoned" ? "abandoned" : "draw";
    return { ending, title: end[ending], reason: drawReason(words, termination) };
  }
  const reasons = entry(end.because, termination);
  if (viewer === null) {
    const name = sideName(words, winner);
    return { ending: "watched", title: end.watched(name), reason: reasons?.watched(name) ?? end.other };
  }
  const ending = outcome.winners.includes(viewer) ? "won" : "lost";
  return { ending, title: end[ending], reason: reasons?.[ending] ?? end.other };
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
  const text = entry(words.layout.reasons, reason.code);
  if (text && reason.squares.length > 0) {
    return text(words.app.list(reason.squares.map((square) => squareName(words, square, system, viewer))));
  }
  return reason.code === "wrong_counts" ? words.layout.wrongCounts : words.layout.refusedOther;
}

export type ProblemAction = "reload" | "start" | "retry" | "dismiss";

/** What a refusal says to people, and the way on. */
export function problemText(
  words: Words,
  problem: { code: string; retry_after?: number },
): { title: string; text: string; action: ProblemAction; label: string } {
  const found = entry(words.problems, problem.code) ?? words.problems.unknown;
  const wait = problem.retry_after ? words.retryIn(Math.ceil(problem.retry_after)) : found.text;
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
  const name = (one: string) => entry(words.gunjin.kinds, one) ?? one;
  const met = kind === null ? undefined : entry(words.play.battleFacts, code);
  if (met && kind !== null) return met(name(kind));
  const named = entry(words.play.namedFacts, code);
  if (named && excludes.length > 0 && excludes.length <= MOST_NAMED) return named(words.app.list(excludes.map(name)));
  return entry(words.play.facts, code) ?? words.play.facts.other;
}

/** Why a room closed. */
export function closedText(words: Words, reason: string | null): string {
  return entry(words.connection.reasons, reason ?? "") ?? words.connection.reasons.other;
}

export function optionName(words: Words, key: string): string {
  return entry(words.gunjin.options, key) ?? key;
}

export function optionValue(words: Words, key: string, value: unknown): string {
  const values: Readonly<Record<string, Readonly<Record<string, string>>>> = words.gunjin.values;
  return entry(entry(values, key) ?? {}, String(value)) ?? String(value);
}

export function levelName(words: Words, level: Level): string {
  if (typeof level !== "string") return level.work.toLocaleString();
  return entry(words.levels, level) ?? level;
}

/** The name of who sits somewhere; bots go by their level. */
export function playerName(words: Words, player: { name: string; kind: string; level: Level | null } | null): string {
  if (player === null) return words.players.empty;
  if (player.kind !== "bot") return player.name || words.players.guest;
  return player.level ? words.players.computer(levelName(words, player.level)) : words.players.computerPlain;
}
