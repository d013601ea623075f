import { useEffect, useState } from "preact/hooks";
import {
  isWhole,
  type LayoutEditor,
  mirror,
  openEditor,
  pick,
  type Refusal,
  redo,
  refusalsOf,
  release,
  replace,
  type Step,
  swap,
  undo,
} from "../../game/layout";
import type { Pieces, Side, Square, System } from "../../game/types";
import { api, problemOf, useGameWords } from "../../parts/client";
import { useEscape } from "../../parts/escape";
import { useLoaded } from "../../parts/load";
import { toastProblem } from "../../parts/problem";
import { layoutReason, squareName, useWords } from "../../words";

export interface Editing {
  editor: LayoutEditor | null;
  /** What the last deed did, or why it was refused. */
  message: { text: string; refused: boolean } | null;
  loading: boolean;
  onSquare: (square: Square) => void;
  onDrag: (from: Square, to: Square) => void;
  random: () => void;
  mirror: () => void;
  /** The layout confirmed last; null: there is none, or it is not known yet. */
  last: (() => void) | null;
  undo: () => void;
  redo: () => void;
  use: (layout: { name: string; pieces: Pieces }) => void;
  /** From a file, which may not be whole. */
  read: (pieces: Pieces) => void;
}

interface Wanted {
  system: System;
  side: Side;
  /** The layout the server already knows; otherwise a random one is dealt. */
  known: Pieces | null;
  /** Where a half-done layout outlives a reload; null: nowhere. */
  draftKey: string | null;
}

/** The layout editor of one seat. Without a seat it does nothing. */
export function useEditing(wanted: Wanted | null): Editing {
  const words = useWords();
  const game = useGameWords();
  const [editor, setEditor] = useState<LayoutEditor | null>(null);
  const [message, setMessage] = useState<Editing["message"]>(null);
  const [loading, setLoading] = useState(false);
  const key = wanted ? `${wanted.draftKey} ${wanted.side} ${JSON.stringify(wanted.known)}` : null;

  // why: where no draft is kept, on a shared screen, no last layout is offered either
  const saved = useLoaded(wanted?.draftKey ? `last ${key}` : null, async () =>
    wanted ? api.savedLayouts(wanted.system.key, wanted.side) : [],
  );
  const hasLast = saved.problem !== null || saved.value?.some((layout) => layout.is_last);
  useEscape(editor !== null && editor.selected !== null, () => {
    if (editor) take({ editor: release(editor), refusals: [] }, words.layout.nothingChosen);
  });

  // why: the key stands for all that is wanted
  useEffect(() => {
    if (!wanted) {
      setEditor(null);
      return;
    }
    const start = readDraft(wanted) ?? wanted.known;
    if (start) setEditor(openEditor(wanted.system, wanted.side, start));
    else {
      deal((pieces) => {
        setEditor(openEditor(wanted.system, wanted.side, pieces));
        writeDraft(wanted, pieces);
      });
    }
  }, [key]);

  function deal(then: (pieces: Pieces) => void): void {
    if (!wanted) return;
    setLoading(true);
    api
      .randomLayout(wanted.system.key, wanted.side, wanted.system.options_in_force)
      .then(then)
      .catch((error: unknown) => toastProblem(words, problemOf(error), () => deal(then)))
      .finally(() => setLoading(false));
  }

  async function recall(): Promise<void> {
    if (!wanted || !editor) return;
    try {
      const saved = await api.savedLayouts(wanted.system.key, wanted.side);
      const last = saved.find((layout) => layout.is_last);
      if (last) take(replace(editor, last.pieces), words.layout.used(words.layout.last));
      else setMessage({ text: words.layout.lastMissing, refused: false });
    } catch (error) {
      toastProblem(words, problemOf(error), recall);
    }
  }

  function take(step: Step, text: string | null): void {
    if (step.refusals.length > 0) setMessage({ text: reasonsText(step.refusals), refused: true });
    else setMessage(text === null ? null : { text, refused: false });
    setEditor(step.editor);
    if (wanted) writeDraft(wanted, step.editor.pieces);
  }

  function reasonsText(refusals: readonly Refusal[]): string {
    if (!wanted) return "";
    const codes = [...new Set(refusals.map((each) => each.code))];
    const sentences = codes.map((code) => {
      const squares = refusals.filter((each) => each.code === code).map((each) => each.square);
      return layoutReason(words, { code, squares }, wanted.system, wanted.side);
    });
    return sentences.join(" ");
  }

  function named(square: Square): string {
    const kind = editor?.pieces[square];
    return kind === undefined ? square : words.app.caption(game.kind(kind));
  }

  function swapped(a: Square, b: Square): string {
    return words.layout.swapped(named(a), named(b));
  }

  return {
    editor,
    message,
    loading,
    onSquare: (square) => {
      if (!editor) return;
      const step = pick(editor, square);
      const place = squareName(words, square, editor.system, editor.side);
      if (step.editor.selected !== null) take(step, words.layout.chosen(named(square), place));
      else if (step.editor.pieces !== editor.pieces && editor.selected) take(step, swapped(editor.selected, square));
      else take(step, editor.selected === null ? null : words.layout.nothingChosen);
    },
    onDrag: (from, to) => editor && take(swap(editor, from, to), swapped(from, to)),
    random: () => editor && deal((pieces) => take(replace(editor, pieces), words.layout.dealt)),
    mirror: () => editor && take(mirror(editor), words.layout.mirrored),
    last: hasLast ? () => void recall() : null,
    undo: () => editor && take({ editor: undo(editor), refusals: [] }, words.layout.undone),
    redo: () => editor && take({ editor: redo(editor), refusals: [] }, words.layout.redone),
    read: (pieces) => {
      if (!editor) return;
      if (isWhole(editor.system, editor.side, pieces)) take(replace(editor, pieces), words.layout.read);
      else setMessage({ text: words.layout.wrongCounts, refused: true });
    },
    use: (layout) =>
      editor && take(replace(editor, layout.pieces), words.layout.used(layout.name || words.layout.last)),
  };
}

function readDraft({ draftKey, system, side }: Wanted): Pieces | null {
  if (draftKey === null) return null;
  try {
    const draft = JSON.parse(sessionStorage.getItem(draftKey) ?? "null") as Pieces | null;
    return draft && isWhole(system, side, draft) && refusalsOf(system, side, draft).length === 0 ? draft : null;
  } catch {
    return null;
  }
}

function writeDraft({ draftKey }: Wanted, pieces: Pieces): void {
  if (draftKey === null) return;
  try {
    sessionStorage.setItem(draftKey, JSON.stringify(pieces));
  } catch {
    // why: a browser that stores nothing only loses the draft on a reload
  }
}
