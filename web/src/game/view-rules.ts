/** How the view of a seat follows from what it is told; each game system has its own way. */

import type { Kind, LastPly, Piece, Reveal, Side, Square, System, View } from "./types";

type Options = Readonly<Record<string, unknown>>;

/** In which order the server lists squares and kinds. */
export interface Order {
  readonly squares: ReadonlyMap<Square, number>;
  readonly kinds: ReadonlyMap<Kind, number>;
}

export const UNKNOWN_ORDER: Order = { squares: new Map(), kinds: new Map() };

export function orderOf(system: System): Order {
  return {
    squares: new Map(system.squares.map((square, index) => [square.name, index])),
    kinds: new Map(system.kinds.map((kind) => [kind.key, kind.order])),
  };
}

/** The moment before the first ply. */
export interface Beginning {
  options: Options;
  sides: readonly Side[];
  viewer: Side | null;
  turn: Side | null;
  pieces: readonly Piece[];
  /** Whether the viewer is told the kinds of that side's pieces. */
  knows: (side: Side) => boolean;
}

/** A ply as it was told, with who made it and who is next. */
export type ToldPly = LastPly & { side: Side; turn: Side | null };

export interface Setting {
  options: Options;
  sides: readonly Side[];
  order: Order;
}

/** Which pieces a ply told of: those that fought by side, those that were shown in the order told. */
export interface Origins {
  fought: Readonly<Record<Side, Square>>;
  shown: readonly Square[];
}

export interface ViewRules {
  first(beginning: Beginning): View;
  next(view: View, told: ToldPly, setting: Setting): { view: View; origins: Origins };
  /** With everything shown. `origins`: of the last ply; null where they are not known, and its kinds stay hidden. */
  revealed(view: View, reveal: Reveal, origins: Origins | null, order: Order): View;
  /** Whether `viewer` is told the kinds of a side's pieces while the match runs. */
  knows(options: Options, sides: readonly Side[], viewer: Side | null, side: Side): boolean;
}

export function inBoardOrder(pieces: readonly Piece[], order: Order): Piece[] {
  return [...pieces].sort((a, b) => compare(a.square, b.square, order.squares));
}

export function inKindOrder(kinds: readonly Kind[], order: Order): Kind[] {
  return [...kinds].sort((a, b) => compare(a, b, order.kinds));
}

export function compare(a: string, b: string, order: ReadonlyMap<string, number>): number {
  return (order.get(a) ?? 0) - (order.get(b) ?? 0) || (a < b ? -1 : a > b ? 1 : 0);
}

/** With the lost pieces counted, by whose they were; kinds where the viewer is told them. */
export function buried(removed: View["removed"], lost: readonly Piece[], order: Order): View["removed"] {
  const after: Record<string, { count: number; kinds: readonly Kind[] | null }> = { ...removed };
  for (const { side, army, kind } of lost) {
    const owner = army ?? side;
    if (owner === null) continue;
    const { count, kinds } = after[owner] ?? { count: 0, kinds: null };
    after[owner] = { count: count + 1, kinds: kinds && kind ? inKindOrder([...kinds, kind], order) : kinds };
  }
  return after;
}

/** The last ply with every kind that it told of. */
export function revealedPly(
  last: LastPly,
  origins: Origins,
  kindOf: (owner: string, origin: Square) => Kind | null,
): LastPly {
  const fought = Object.entries(origins.fought).map(([side, origin]) => [side, kindOf(side, origin)]);
  const battle = last.battle && { ...last.battle, pieces: Object.fromEntries(fought) };
  if (!last.shown) return { ...last, battle };
  const shown = last.shown.map((each, index) => ({
    ...each,
    kind: each.kind ?? kindOf(each.owner, origins.shown[index] ?? ""),
  }));
  return { ...last, battle, shown };
}
