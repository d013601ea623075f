/** Views of Luzhanqi: two or four sides, armies that are colours until they are known, flags that are carried. */

import type { FlipView, Kind, Piece, Reveal, Side, Square, View } from "./types";
import { revealedLosses } from "./view-gunjin";
import {
  type Beginning,
  buried,
  compare,
  inBoardOrder,
  type Order,
  type Origins,
  revealedPly,
  type Setting,
  type ToldPly,
  type ViewRules,
} from "./view-rules";

type Options = Readonly<Record<string, unknown>>;
type Recent = NonNullable<View["recent"]>;
type Step = Recent[Side][number];
type Flags = NonNullable<View["flags"]>;

const COLOURS = ["red", "blue"] as const;
/** Kinds that the rules of this system single out. */
const FLAG = "flag";
const ENGINEER = "engineer";

export const LUZHANQI: ViewRules = { first, next, revealed, knows };

function first({ options, sides, viewer, turn, pieces, knows: isKnown }: Beginning): View {
  const isDealt = options.variant === "flip";
  const owners: readonly string[] = isDealt ? COLOURS : sides;
  const bySide = <T>(value: T) => Object.fromEntries(sides.map((side) => [side, value]));
  return {
    viewer,
    turn,
    number: 0,
    quiet_plies: 0,
    quiet_limit: Number(options.no_capture_draw_plies) || null,
    pieces: pieces.map((piece) => ({ ...piece, army: piece.army ?? null })),
    removed: Object.fromEntries(
      owners.map((owner) => [owner, { count: 0, kinds: isDealt || isKnown(owner) ? [] : null }]),
    ),
    flags: bySide(null),
    recent: bySide([]),
    out: [],
    flip: isDealt ? { colours: bySide(null), turned: bySide(null), under: [] } : null,
    last: null,
    outcome: null,
  };
}

function knows(options: Options, sides: readonly Side[], viewer: Side | null, side: Side): boolean {
  // why flip: whatever fights lies face up
  if (options.variant === "open" || options.variant === "flip" || options.four_info === "all_open") return true;
  if (viewer === null) return false;
  const areAllies = options.teams === "2v2" && (sides.indexOf(viewer) - sides.indexOf(side)) % 2 === 0;
  return viewer === side || (options.four_info === "double_open" && areAllies);
}

/** The board while one ply is carried out on it. */
interface Draft {
  board: Map<Square, Piece>;
  lost: Piece[];
  flip: FlipView | null;
}

function next(view: View, told: ToldPly, setting: Setting): { view: View; origins: Origins } {
  const draft: Draft = {
    board: new Map(view.pieces.map((piece) => [piece.square, piece])),
    lost: [],
    flip: view.flip ?? null,
  };
  const { ply, quiet_plies, battle, result = "moved", shown = [], out = [] } = told;
  const origins = originsOf(draft, told);
  const mover = draft.board.get(ply[0] ?? "");
  turnUp(draft, told);
  if (result === "turned") learnColours(draft, told, setting);
  march(draft, told, setting.options);
  uncoverFlags(draft, setting.order);
  if (setting.options.variant === "four") clear(draft, out);
  const after: View = {
    ...view,
    turn: told.turn,
    number: view.number + (result === "left" ? 0 : 1),
    quiet_plies,
    pieces: inBoardOrder([...draft.board.values()], setting.order),
    removed: buried(view.removed, draft.lost, setting.order),
    flags: shownFlags(view.flags ?? {}, draft, told),
    recent: remembered(view.recent ?? {}, told, mover, setting.options),
    out: setting.sides.filter((side) => view.out?.includes(side) || out.includes(side)),
    flip: draft.flip,
    last: { ply, result, quiet_plies, battle, shown, out },
  };
  return { view: after, origins };
}

function originsOf({ board }: Draft, { ply, battle, shown = [] }: ToldPly): Origins {
  const fighters = battle ? [board.get(ply[0] ?? ""), board.get(ply[1] ?? "")] : [];
  const { attacker, pieces = {} } = battle ?? {};
  const defender = Object.keys(pieces).find((side) => side !== attacker);
  const fought = [attacker, defender].flatMap((side, index) => {
    const origin = fighters[index]?.origin;
    return side !== undefined && origin !== undefined ? [[side, origin] as const] : [];
  });
  return { fought: Object.fromEntries(fought), shown: shown.map(({ square }) => board.get(square)?.origin ?? "") };
}

/** What everybody is shown; spectators of hidden pieces are not told its kind. */
function turnUp(draft: Draft, { shown = [] }: ToldPly): void {
  for (const { square, owner, kind } of shown) {
    const piece = draft.board.get(square);
    if (!piece) continue;
    const whose = draft.flip ? { army: owner, side: playerOf(draft.flip, owner) } : {};
    draft.board.set(square, { ...piece, ...whose, kind: kind ?? piece.kind });
  }
}

function playerOf({ colours }: FlipView, army: string | null | undefined): Side | null {
  return Object.keys(colours).find((side) => army && colours[side] === army) ?? null;
}

/** Who plays which colour, once the piece that `side` turned up settles it. */
function learnColours(draft: Draft, { side, shown = [] }: ToldPly, { options, sides }: Setting): void {
  const { flip, board } = draft;
  const [piece] = shown;
  if (!flip || !piece || Object.values(flip.colours).some((colour) => colour !== null)) return;
  const other = sides.find((each) => each !== side) ?? side;
  const colours = settled(flip, { side, other, army: piece.owner, kind: piece.kind, rule: options.flip_color_rule });
  const isAllUp = [...board.values()].every(({ army }) => army);
  const whole =
    colours ?? (isAllUp ? Object.fromEntries(sides.map((each, index) => [each, COLOURS[index] ?? null])) : null);
  draft.flip = whole
    ? { ...flip, colours: whole, turned: Object.fromEntries(sides.map((each) => [each, null])) }
    : { ...flip, turned: { ...flip.turned, [side]: piece.owner } };
  if (!whole) return;
  for (const [square, each] of board) board.set(square, { ...each, side: playerOf(draft.flip, each.army) });
}

interface TurnedUp {
  side: Side;
  other: Side;
  army: string;
  kind: Kind | null;
  rule: unknown;
}

function settled({ turned }: FlipView, { side, other, army, kind, rule }: TurnedUp): FlipView["colours"] | null {
  const isOwn =
    rule === "first_flip" ||
    (rule === "own_double" && turned[side] === army) ||
    (rule === "global_double" && turned[other] === army) ||
    (rule === "first_engineer" && kind === ENGINEER);
  if (!isOwn && rule !== "opponent") return null;
  const another = COLOURS.find((colour) => colour !== army) ?? null;
  return isOwn ? { [side]: army, [other]: another } : { [side]: another, [other]: army };
}

function march(draft: Draft, { ply, result }: ToldPly, options: Options): void {
  const [start = "", end = ""] = ply;
  const [mover, target] = [draft.board.get(start), draft.board.get(end)];
  if (result === "turned" || result === "left" || result === "own" || result === "neither") return;
  if (!mover) throw new RangeError("a ply of no piece");
  if (target && (result === "attacker" || result === "both")) lose(draft, target);
  if (result === "defender" || result === "both") return lose(draft, mover);
  if (target && result === "taken") takeFlag(draft, target, options);
  if (result === "carried") carryFlag(draft, start, end);
  draft.board.delete(start);
  draft.board.set(end, { ...mover, square: end, moved: true });
}

/** Where others play on, the pieces of who is out leave the board. */
function clear(draft: Draft, out: readonly Side[]): void {
  for (const piece of [...draft.board.values()]) {
    if (piece.side !== null && out.includes(piece.side)) lose(draft, piece);
  }
}

function lose(draft: Draft, piece: Piece): void {
  draft.board.delete(piece.square);
  draft.lost.push(piece);
}

/** The flag is lost at once, or lies under who took it. */
function takeFlag(draft: Draft, flag: Piece, options: Options): void {
  if (options.flag_goal === "capture") return lose(draft, flag);
  const { square, army, origin } = flag;
  if (draft.flip && army) draft.flip = { ...draft.flip, under: [...draft.flip.under, { square, army, origin }] };
}

function carryFlag(draft: Draft, start: Square, end: Square): void {
  if (!draft.flip) return;
  const under = draft.flip.under.map((flag) => (flag.square === start ? { ...flag, square: end } : flag));
  draft.flip = { ...draft.flip, under };
}

/** A flag that nobody stands on any more is a piece again. */
function uncoverFlags(draft: Draft, order: Order): void {
  const { flip, board } = draft;
  if (!flip) return;
  for (const { square, army, origin } of flip.under) {
    if (board.has(square)) continue;
    board.set(square, { square, side: playerOf(flip, army), army, origin, moved: true, kind: FLAG });
  }
  const under = flip.under.filter(({ square, origin }) => board.get(square)?.origin !== origin);
  draft.flip = { ...flip, under: under.sort((a, b) => compare(a.square, b.square, order.squares)) };
}

/** A side's flag is the first of its pieces that is shown; it never moves. */
function shownFlags(before: Flags, { board, flip }: Draft, { shown = [] }: ToldPly): Flags {
  const flags: Record<Side, Square | null> = { ...before };
  if (flip) return flags;
  for (const { owner, square } of shown) flags[owner] ??= square;
  for (const [side, square] of Object.entries(flags)) {
    if (square !== null && board.get(square)?.side !== side) flags[side] = null;
  }
  return flags;
}

/** Steps since the last piece fell, as many as the rule against repetition looks at. */
function remembered(recent: Recent, told: ToldPly, mover: Piece | undefined, options: Options): Recent {
  const { side, ply, result, battle } = told;
  const [start = "", end = start] = ply;
  const hasFallen = battle !== null && result !== "neither";
  const kept = hasFallen ? Object.fromEntries(Object.keys(recent).map((each) => [each, []])) : recent;
  if (hasFallen || result === "left" || !mover) return kept;
  const step: Step = [mover.origin, start, end];
  const window = options.repeat_effect === "off" ? 0 : 2 * Number(options.repeat_limit) - 2;
  return { ...kept, [side]: window === 0 ? [] : [...(kept[side] ?? []), step].slice(-window) };
}

function revealed(view: View, reveal: Reveal, origins: Origins | null, order: Order): View {
  if (view.flip && reveal.deal) return dealt(view, view.flip, reveal.deal.layout);
  const kindOf = (owner: string, origin: Square) => reveal[owner]?.layout[origin] ?? null;
  return {
    ...view,
    pieces: view.pieces.map((piece) => ({ ...piece, kind: kindOf(piece.side ?? "", piece.origin) })),
    removed: revealedLosses(view, reveal, order),
    last: view.last && origins ? revealedPly(view.last, origins, kindOf) : view.last,
  };
}

/** What fell lay face up, so only the pieces on the board hide something. */
function dealt(view: View, flip: FlipView, deal: Readonly<Record<Square, string>>): View {
  const pieces = view.pieces.map((piece) => {
    const { army, kind } = readDealt(deal[piece.origin] ?? "");
    return { ...piece, army, kind, side: playerOf(flip, army) };
  });
  return { ...view, pieces };
}

/** A dealt piece is named with its colour: "red.general". */
function readDealt(text: string): { army: string; kind: Kind } {
  const [army = "", kind = ""] = text.split(".");
  return { army, kind };
}
