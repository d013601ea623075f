import { useEffect, useRef, useState } from "preact/hooks";
import type { MatchStore } from "../../game/contracts";
import { currentGuesses, type Guesses, readGuesses, watchGuesses, writeGuesses } from "../../game/guesses";
import { type Click, click, lastSquares, pieceAt, pliesTo, type Reach, reachOf } from "../../game/moves";
import type { Kind, Piece, PlyWords, Side, Snapshot, Square, System } from "../../game/types";
import { play as sound, useGameWords } from "../../parts/client";
import { useEscape } from "../../parts/escape";
import { squareName, useWords } from "../../words";

import { alliesOf } from "./seated";

/** As long as a double click may take; a fast server answers between its two clicks. */
const DOUBLE_CLICK_MS = 500;

export interface Playing {
  selected: Square | null;
  targets: readonly Reach[];
  last: readonly [Square, Square] | null;
  guesses: Guesses;
  /** The enemy piece whose note is open, by its origin. */
  noting: Square | null;
  /** Plies to one square, of which one is to be chosen. */
  asking: readonly PlyWords[] | null;
  /** null: none of them. */
  answer: (ply: PlyWords | null) => void;
  /** What is chosen, or why the last click did nothing. */
  message: string | null;
  myTurn: boolean;
  onSquare: (square: Square) => void;
  onDrag: (from: Square, to: Square) => void;
  /** A drag begins: shows where the piece may go. */
  onGrab: (from: Square) => void;
  note: (origin: Square, kind: Kind | null) => void;
  closeNote: () => void;
}

type Why = Extract<Click, { type: "refused" }>["why"];

interface Wanted {
  system: System;
  store: MatchStore;
  snapshot: Snapshot;
  own: Side | null;
  /** Two people on one device leave no notes. */
  notes: boolean;
}

/** Choosing plies and noting guesses. Without a match it does nothing. */
export function usePlaying(wanted: Wanted | null): Playing {
  const words = useWords();
  const game = useGameWords();
  const [selected, setSelected] = useState<Square | null>(null);
  /** The click that did nothing, and why; it changes nothing but the message. */
  const [refused, setRefused] = useState<{ why: Why; square: Square } | null>(null);
  const [noting, setNoting] = useState<Square | null>(null);
  const [guesses, setGuesses] = useState<Guesses>({});
  const [asking, setAsking] = useState<readonly PlyWords[] | null>(null);
  const sent = useRef<{ to: Square | undefined; at: number } | null>(null);
  const snapshot = wanted?.snapshot ?? null;
  const view = snapshot?.view ?? null;
  const match = snapshot?.match ?? null;
  const own = wanted?.own ?? null;
  const plies = snapshot?.legal_plies ?? [];
  const busy = wanted?.store.busy.value ?? false;
  const myTurn = own !== null && snapshot?.phase === "playing" && snapshot.turn === own;

  const noted = wanted?.notes ? match : null;
  useEffect(() => {
    const read = () => setGuesses(noted ? readGuesses(noted) : {});
    read();
    return noted ? watchGuesses(read) : undefined;
  }, [noted]);
  // why: after the end every kind is shown
  const isOver = snapshot?.phase === "over";
  useEffect(() => {
    if (noted && isOver) writeGuesses(noted, {});
  }, [noted, isOver]);
  // why: a new position lets go of what was chosen in the old one
  useEffect(() => {
    choose(null);
    setAsking(null);
  }, [match, snapshot?.version]);
  // why: a note is about a piece that is on the board of this match
  useEffect(() => setNoting(null), [match]);
  useEscape(selected !== null || refused !== null, () => choose(null));

  /** What is chosen and what is said change together. */
  function choose(square: Square | null): void {
    setSelected(square);
    setRefused(null);
  }

  function send(ply: readonly string[]): void {
    sent.current = { to: ply[1] ?? ply[0], at: performance.now() };
    choose(null);
    // why: the store keeps the refusal in `problem`, where the screen shows it
    wanted?.store.play(ply).catch(() => undefined);
  }

  /** The second click of the double click that sent a ply, or a hasty one on an enemy piece: it means nothing. */
  function isHasty(square: Square): boolean {
    if (!sent.current || performance.now() - sent.current.at >= DOUBLE_CLICK_MS) return false;
    const piece = pieceAt(view, square);
    return square === sent.current.to || (piece !== undefined && isHidden(piece));
  }

  function onSquare(square: Square): void {
    if (!wanted || own === null || busy) return;
    const piece = pieceAt(view, square);
    const isTarget = selected !== null && pliesTo(plies, selected, square).length > 0;
    if (!isTarget && isHasty(square)) return;
    if (piece && isHidden(piece) && selected === null && wanted.notes) {
      choose(null);
      setNoting(piece.origin);
      return;
    }
    if (!myTurn) return;
    const answer = click(plies, view, own, selected, square);
    if (answer.type === "play") send(answer.ply);
    else if (answer.type === "ask") setAsking(answer.plies);
    else if (answer.type === "refused") setRefused({ why: answer.why, square });
    else {
      choose(answer.type === "select" ? answer.square : null);
      if (answer.type === "select") sound("select");
    }
  }

  function onGrab(from: Square): void {
    if (myTurn && !busy && canMove(from)) choose(from);
  }

  function onDrag(from: Square, to: Square): void {
    if (!myTurn || busy) return;
    const [ply, ...others] = pliesTo(plies, from, to);
    if (ply && others.length > 0) setAsking([ply, ...others]);
    else if (ply) send(ply);
    else if (canMove(from)) {
      setSelected(from);
      setRefused({ why: "out-of-reach", square: to });
    } else setRefused({ why: "cannot-move", square: from });
  }

  function canMove(from: Square): boolean {
    return plies.some((ply) => ply[0] === from && ply.length > 1);
  }

  /** Another's, whose kind is not known. */
  function isHidden({ side, kind }: Piece): boolean {
    return side !== null && side !== own && kind === null;
  }

  function sayingWhy({ why, square }: { why: Why; square: Square }): string {
    if (why === "cannot-move") return words.play.noMove(nameAt(square), placeOf(square));
    const other = pieceAt(view, square);
    if (why === "not-yours" && other?.side === null) return words.play.notMovable;
    if (why === "not-yours" && isAlly(other?.side)) return words.play.allyPiece;
    if (why === "not-yours" || selected === null) return words.play.notYours;
    return words.play.outOfReach(placeOf(square), kindAt(selected));
  }

  function kindAt(square: Square): string {
    const kind = pieceAt(view, square)?.kind ?? null;
    return kind === null ? words.board.ownHidden : game.kind(kind);
  }

  function isAlly(side: Side | null | undefined): boolean {
    return !!side && alliesOf(wanted?.system, own).includes(side);
  }

  const nameAt = (square: Square) => words.app.caption(kindAt(square));
  const placeOf = (square: Square) => (wanted ? squareName(words, square, wanted.system, own) : square);

  function message(): string | null {
    if (refused) return sayingWhy(refused);
    if (selected === null || !myTurn) return null;
    const count = reach.length;
    return words.play.chooseTarget(nameAt(selected), placeOf(selected), count);
  }

  const reach = myTurn && wanted ? reachOf(plies, selected, view, wanted.system) : [];

  function note(origin: Square, kind: Kind | null): void {
    const { [origin]: _, ...others } = guesses;
    const next = currentGuesses(kind === null ? others : { ...others, [origin]: kind }, view);
    setGuesses(next);
    if (noted) writeGuesses(noted, next);
  }

  return {
    selected,
    targets: reach,
    last: lastSquares(view),
    guesses,
    noting,
    asking,
    answer: (ply) => {
      setAsking(null);
      if (ply) send(ply);
    },
    message: message(),
    myTurn,
    onSquare,
    onDrag,
    onGrab,
    note,
    closeNote: () => setNoting(null),
  };
}
