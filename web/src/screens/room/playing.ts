import { useEffect, useRef, useState } from "preact/hooks";
import type { MatchStore } from "../../game/contracts";
import { currentGuesses, type Guesses, readGuesses, writeGuesses } from "../../game/guesses";
import { click, lastSquares, pieceAt, type Reach, reachOf } from "../../game/moves";
import type { Kind, Side, Snapshot, Square } from "../../game/types";
import { play as sound } from "../../parts/client";
import { useWords } from "../../words";

/** As long as a double click may take; a fast server answers between its two clicks. */
const DOUBLE_CLICK_MS = 500;

export interface Playing {
  selected: Square | null;
  targets: readonly Reach[];
  last: readonly [Square, Square] | null;
  guesses: Guesses;
  /** The enemy piece whose note is open, by its origin. */
  noting: Square | null;
  /** Why the last click did nothing. */
  message: string | null;
  myTurn: boolean;
  onSquare: (square: Square) => void;
  onDrag: (from: Square, to: Square) => void;
  /** A drag begins: shows where the piece may go. */
  onGrab: (from: Square) => void;
  note: (origin: Square, kind: Kind | null) => void;
  closeNote: () => void;
}

interface Wanted {
  store: MatchStore;
  snapshot: Snapshot;
  own: Side | null;
  /** Two people on one device leave no notes. */
  notes: boolean;
}

/** Choosing plies and noting guesses. Without a match it does nothing. */
export function usePlaying(wanted: Wanted | null): Playing {
  const words = useWords();
  const [selected, setSelected] = useState<Square | null>(null);
  const [noting, setNoting] = useState<Square | null>(null);
  const [message, setMessage] = useState<string | null>(null);
  const [guesses, setGuesses] = useState<Guesses>({});
  const sent = useRef<{ to: Square | undefined; at: number } | null>(null);
  const snapshot = wanted?.snapshot ?? null;
  const view = snapshot?.view ?? null;
  const match = snapshot?.match ?? null;
  const own = wanted?.own ?? null;
  const plies = snapshot?.legal_plies ?? [];
  const busy = wanted?.store.busy.value ?? false;
  const myTurn = own !== null && snapshot?.phase === "playing" && snapshot.turn === own;

  useEffect(() => setGuesses(match && wanted?.notes ? readGuesses(match) : {}), [match, wanted?.notes]);
  // why: a new position lets go of what was chosen in the old one
  useEffect(() => {
    setSelected(null);
    setMessage(null);
  }, [match, snapshot?.version]);

  function send(ply: readonly string[]): void {
    sent.current = { to: ply[1], at: performance.now() };
    setSelected(null);
    setMessage(null);
    // why: the store keeps the refusal in `problem`, where the screen shows it
    wanted?.store.play(ply).catch(() => undefined);
  }

  /** The second click of the double click that sent a ply, or a hasty one on an enemy piece: it means nothing. */
  function isHasty(square: Square): boolean {
    if (!sent.current || performance.now() - sent.current.at >= DOUBLE_CLICK_MS) return false;
    const piece = pieceAt(view, square);
    return square === sent.current.to || (piece !== undefined && piece.side !== own);
  }

  function onSquare(square: Square): void {
    if (!wanted || own === null || busy) return;
    const piece = pieceAt(view, square);
    const isTarget = selected !== null && plies.some((ply) => ply[0] === selected && ply[1] === square);
    if (!isTarget && isHasty(square)) return;
    if (piece && piece.side !== own && !isTarget && wanted.notes) {
      setSelected(null);
      setNoting(piece.origin);
      return;
    }
    if (!myTurn) return;
    const answer = click(plies, view, own, selected, square);
    setMessage(null);
    if (answer.type === "play") send(answer.ply);
    else if (answer.type === "select") {
      setSelected(answer.square);
      sound("select");
      setMessage(words.play.chooseTarget(plies.filter((ply) => ply[0] === answer.square).length));
    } else {
      setSelected(null);
      if (answer.type === "refused" && answer.why !== "out-of-reach") {
        setMessage(answer.why === "cannot-move" ? words.play.noMove : words.play.notYours);
      }
    }
  }

  function onDrag(from: Square, to: Square): void {
    if (!myTurn || busy) return;
    const ply = plies.find((each) => each[0] === from && each[1] === to);
    if (ply) send(ply);
    else onSquare(from);
  }

  function note(origin: Square, kind: Kind | null): void {
    const { [origin]: _, ...others } = guesses;
    const next = currentGuesses(kind === null ? others : { ...others, [origin]: kind }, view);
    setGuesses(next);
    if (match) writeGuesses(match, next);
  }

  return {
    selected,
    targets: myTurn ? reachOf(plies, selected, view) : [],
    last: lastSquares(view),
    guesses,
    noting,
    message,
    myTurn,
    onSquare,
    onDrag,
    onGrab: (from) => myTurn && !busy && plies.some((ply) => ply[0] === from) && setSelected(from),
    note,
    closeNote: () => setNoting(null),
  };
}
