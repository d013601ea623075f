import { useEffect, useRef } from "preact/hooks";
import { Board, boardFor } from "../board/board";
import type { BoardProps } from "../board/props";
import type { Kind, Piece, Side, Square, System } from "../game/types";
import { armyKind, sideName, squareName, useWords, type Words } from "../words";
import { prefs, useGameWords } from "./client";
import { Panel } from "./panel";

/** What a screen says about the board; the rest comes from the settings and the words. */
export interface BoardSpec {
  system: System;
  pieces: readonly Piece[];
  /** Through whose eyes: named "your" pieces; null for spectators and replays. */
  own: Side | null;
  near: Side | null;
  /** Whose territory alone is shown, while it is laid out. */
  part?: Side | null;
  selected: Square | null;
  targets: BoardProps["targets"];
  barred?: readonly Square[];
  last: BoardProps["last"];
  /** Where everybody knows a flag to be that is not seen. */
  flags?: readonly Square[];
  guesses: Readonly<Record<Square, Kind>>;
  disabled: boolean;
  onSquare: (square: Square) => void;
  onDrag?: (from: Square, to: Square) => void;
  onGrab?: (from: Square) => void;
}

/** `flat`: a picture, whatever the settings say. */
export function GameBoard({ spec, flat = false }: { spec: BoardSpec; flat?: boolean }) {
  const props = useBoardProps(spec);
  if (flat) return <Board {...props} mode="2d" />;
  return (
    <Board
      {...props}
      mode={boardFor(prefs.boardMode.value)}
      viewpoint={prefs.viewpoint.value}
      onViewpoint={(viewpoint) => prefs.setViewpoint(viewpoint)}
    />
  );
}

/** The same board as buttons, beside the drawn one. */
export function ButtonsPanel({ spec }: { spec: BoardSpec }) {
  const { board: words } = useWords();
  const open = prefs.buttonsOpen.value;
  const place = useRef<HTMLDivElement>(null);
  const asked = useRef(false);
  // why: what was asked for is seen; what a setting opened at the start stays where it is
  useEffect(() => {
    if (open && asked.current) place.current?.scrollIntoView({ block: "nearest" });
  }, [open]);
  if (prefs.boardMode.value === "buttons") return null;
  const toggle = (next: boolean) => {
    asked.current = next && !open;
    prefs.setButtonsOpen(next);
  };
  return (
    <div ref={place}>
      <Panel title={words.buttons} open={open} onToggle={toggle}>
        {open && <Buttons spec={spec} />}
      </Panel>
    </div>
  );
}

function Buttons({ spec }: { spec: BoardSpec }) {
  const { board: words } = useWords();
  const props = useBoardProps(spec);
  return (
    <>
      <p class="soft small">{words.buttonsHelp}</p>
      <Board {...props} mode="buttons" />
    </>
  );
}

function useBoardProps(spec: BoardSpec): BoardProps {
  const words = useWords();
  const game = useGameWords();
  const { own: viewer, ...rest } = spec;
  return {
    ...rest,
    viewer,
    showMoved: prefs.deduction.value,
    kindName: game.kind,
    face: game.face,
    label: (square) => squareLabel(words, game.kind, spec, square),
    words: {
      board: words.board.label,
      slanted: words.board.slanted,
      top: words.board.top,
      nearer: words.board.nearer,
      whole: words.board.whole,
    },
  };
}

/** All that is to be seen on a square, in words. */
function squareLabel(words: Words, kindName: (kind: Kind) => string, spec: BoardSpec, square: Square): string {
  const { system, own, pieces, selected, targets, last, guesses } = spec;
  const { board } = words;
  const piece = pieces.find((each) => each.square === square);
  const guess = piece && piece.kind === null ? guesses[piece.origin] : undefined;
  const target = targets.find((each) => each.square === square);
  const name = squareName(words, square, system, own);
  const said = [name === square ? square : words.app.caption(name), ...placeLabel(words, system, square)];
  said.push(piece ? pieceLabel(words, kindName, piece, spec) : board.empty);
  if (piece?.moved) said.push(board.moved);
  if (guess !== undefined) said.push(board.guess(kindName(guess)));
  if (selected === square) said.push(board.selected);
  if (target) said.push(target.attack ? board.attackable : board.reachable);
  if (target?.wins) said.push(board.wins);
  if (spec.barred?.includes(square)) said.push(board.barred);
  if (spec.flags?.includes(square)) said.push(board.flag);
  if (last?.[0] === square) said.push(board.lastFrom);
  if (last?.[1] === square) said.push(board.lastTo);
  return board.join(said);
}

/** What a point is, and whether rails lead there; nothing on a board of squares, whose headquarters have names. */
function placeLabel({ board }: Words, { squares, rails }: System, square: Square): readonly string[] {
  const type = squares.find(({ name }) => name === square)?.type;
  const { places } = board;
  if (type === "headquarters" || type === "camp" || type === "mountain") return [places[type]];
  return rails?.some((pair) => pair.includes(square)) ? [places.rail] : [];
}

function pieceLabel(
  words: Words,
  kindName: (kind: Kind) => string,
  piece: Piece,
  { system, own }: Pick<BoardSpec, "system" | "own">,
): string {
  const { board } = words;
  const { side, army } = piece;
  const kind = piece.kind === null ? null : kindName(piece.kind);
  if (side === null) return kind === null ? board.faceDown : armyKind(words, army, kind);
  if (side === own) return kind === null ? board.ownHidden : board.ownPiece(kind);
  if (own === null || system.sides.length > 2) {
    const isAlly = own !== null && system.teams?.some((team) => team.includes(own) && team.includes(side));
    if (isAlly) return kind === null ? board.allyPiece : board.allyKnown(kind);
    return kind === null ? board.sidePiece(sideName(words, side)) : board.sideKnown(sideName(words, side), kind);
  }
  return kind === null ? board.enemyPiece : board.enemyKnown(kind);
}
