/** The layout editor as pure values: every verb returns the next editor, or why the wish is refused. */

import type { Kind, Pieces, Side, Square, System, SystemSquare } from "./types";

export interface LayoutEditor {
  readonly system: System;
  readonly side: Side;
  readonly pieces: Pieces;
  /** First square of a swap, with the yellow frame. */
  readonly selected: Square | null;
  readonly past: readonly Pieces[];
  readonly future: readonly Pieces[];
}

/** `kind` may not start on `square`; `code` is the system's reason. */
export interface Refusal {
  readonly code: string;
  readonly kind: Kind;
  readonly square: Square;
}

export interface Step {
  readonly editor: LayoutEditor;
  readonly refusals: readonly Refusal[];
}

const PAST_KEPT = 200;

export function openEditor(system: System, side: Side, pieces: Pieces): LayoutEditor {
  return { system, side, pieces, selected: null, past: [], future: [] };
}

export function ownSquares(system: System, side: Side): readonly Square[] {
  return system.layout_squares[side]?.squares ?? [];
}

/** Why `pieces` may not be confirmed, square by square; empty when no kind stands where it may not. */
export function refusalsOf(system: System, side: Side, pieces: Pieces): readonly Refusal[] {
  const forbidden = system.layout_squares[side]?.forbidden ?? {};
  const found: Refusal[] = [];
  for (const square of ownSquares(system, side)) {
    const kind = pieces[square];
    const code = kind === undefined ? undefined : forbidden[kind]?.[square];
    if (kind !== undefined && code !== undefined) found.push({ code, kind, square });
  }
  return found;
}

/** Every square of the territory holds a piece, and nothing else does. */
export function isWhole(system: System, side: Side, pieces: Pieces): boolean {
  const squares = ownSquares(system, side);
  return squares.length === Object.keys(pieces).length && squares.every((square) => pieces[square] !== undefined);
}

/** A click: chooses the first square, lets go of it again, or swaps it with this one. A refusal changes nothing. */
export function pick(editor: LayoutEditor, square: Square): Step {
  if (!ownSquares(editor.system, editor.side).includes(square)) return same({ ...editor, selected: null });
  if (editor.selected === null) return same({ ...editor, selected: square });
  if (editor.selected === square) return same({ ...editor, selected: null });
  return swap(editor, editor.selected, square);
}

export function swap(editor: LayoutEditor, a: Square, b: Square): Step {
  const own = ownSquares(editor.system, editor.side);
  if (a === b || !own.includes(a) || !own.includes(b)) return same({ ...editor, selected: null });
  const next: Record<Square, Kind> = { ...editor.pieces };
  put(next, a, editor.pieces[b]);
  put(next, b, editor.pieces[a]);
  const refusals = refusalsOf(editor.system, editor.side, next).filter(
    (each) => each.square === a || each.square === b,
  );
  if (refusals.length > 0) return { editor, refusals };
  return same(settle(editor, next));
}

/** The squares that the chosen piece may not be swapped with. */
export function barredSquares(editor: LayoutEditor): readonly Square[] {
  const { selected } = editor;
  if (selected === null) return [];
  const own = ownSquares(editor.system, editor.side);
  return own.filter((square) => swap(editor, selected, square).refusals.length > 0);
}

/** Nothing is chosen any more. */
export function release(editor: LayoutEditor): LayoutEditor {
  return editor.selected === null ? editor : { ...editor, selected: null };
}

/** Random, last and saved layouts come in here; an illegal one is refused. */
export function replace(editor: LayoutEditor, pieces: Pieces): Step {
  const refusals = refusalsOf(editor.system, editor.side, pieces);
  if (refusals.length > 0) return { editor, refusals };
  if (!isWhole(editor.system, editor.side, pieces)) return same(editor);
  return same(settle(editor, pieces));
}

export function mirror(editor: LayoutEditor): Step {
  const { system } = editor;
  const place = (square: SystemSquare, x: number) => `${square.territory} ${square.local?.slice(1) ?? square.y} ${x}`;
  const byPlace = new Map(system.squares.map((each) => [place(each, columnOf(each)), each.name]));
  const next: Record<Square, Kind> = {};
  for (const each of system.squares) {
    const kind = editor.pieces[each.name];
    if (kind === undefined) continue;
    const column = (each.local ? COLUMNS.length : system.width) - columnOf(each) - each.width;
    put(next, byPlace.get(place(each, column)) ?? each.name, kind);
  }
  return replace(editor, next);
}

const COLUMNS = "abcde";

/** As its owner counts, where the square has a name for that. */
function columnOf({ local, x }: SystemSquare): number {
  return local ? COLUMNS.indexOf(local.charAt(0)) : x;
}

export function undo(editor: LayoutEditor): LayoutEditor {
  const before = editor.past.at(-1);
  if (before === undefined) return editor;
  const future = [editor.pieces, ...editor.future];
  return { ...editor, pieces: before, selected: null, past: editor.past.slice(0, -1), future };
}

export function redo(editor: LayoutEditor): LayoutEditor {
  const [after, ...future] = editor.future;
  if (after === undefined) return editor;
  return { ...editor, pieces: after, selected: null, past: [...editor.past, editor.pieces], future };
}

/** The pieces differ from the ones the editor opened with. */
export function isDirty(editor: LayoutEditor): boolean {
  const opened = editor.past[0] ?? editor.pieces;
  return ownSquares(editor.system, editor.side).some((square) => opened[square] !== editor.pieces[square]);
}

function settle(editor: LayoutEditor, pieces: Pieces): LayoutEditor {
  const past = [...editor.past, editor.pieces].slice(-PAST_KEPT);
  return { ...editor, pieces, selected: null, past, future: [] };
}

function put(pieces: Record<Square, Kind>, square: Square, kind: Kind | undefined): void {
  if (kind === undefined) delete pieces[square];
  else pieces[square] = kind;
}

function same(editor: LayoutEditor): Step {
  return { editor, refusals: [] };
}
