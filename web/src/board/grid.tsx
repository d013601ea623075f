/** The board as real buttons: all of the game by keyboard, touch and screen reader. */

import type { ComponentChildren } from "preact";
import { memo } from "preact/compat";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Piece, Square } from "../game/types";
import { type Cell, type Direction, endOf, homeOf, type Plan, stepFrom } from "./geometry";
import { faceOf, fitOf, guessOf, isMarkedMoved, marksOf, paintOf } from "./look";
import type { BoardProps } from "./props";
import "./grid.css";

const ARROWS: Readonly<Record<string, Direction>> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
};

export interface GridProps extends BoardProps {
  plan: Plan;
  /** Laid unseen over a drawing, for assistive technology and the keyboard. */
  unseen?: boolean;
  /** The square that has the keyboard's focus, for the drawing to show. */
  onFocusSquare?: (square: Square | null) => void;
}

export function Grid(props: GridProps) {
  const { plan, onSquare, onFocusSquare } = props;
  const at = useMemo(() => new Map(props.pieces.map((piece) => [piece.square, piece])), [props.pieces]);
  const [stop, setStop] = useState<Square | null>(null);
  const column = useRef(0);
  const root = useRef<HTMLDivElement>(null);
  const current = stop !== null && plan.byName.has(stop) ? stop : homeOf(plan);

  useEffect(() => () => onFocusSquare?.(null), [onFocusSquare]);

  const stopAt = (square: Square) => {
    const cell = plan.byName.get(square);
    if (cell) column.current = Math.min(Math.max(column.current, cell.column), cell.column + cell.width - 1);
    setStop(square);
    onFocusSquare?.(square);
  };
  const focus = (square: Square) => {
    setStop(square);
    root.current?.querySelector<HTMLButtonElement>(`[data-square="${CSS.escape(square)}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.metaKey || current === null) return;
    const direction = ARROWS[event.key];
    if (direction && !event.ctrlKey) {
      event.preventDefault();
      const next = stepFrom(plan, current, direction, column.current);
      focus(next);
    } else if (event.key === "Home" || event.key === "End") {
      event.preventDefault();
      focus(endOf(plan, current, event.key === "Home" ? "first" : "last", event.ctrlKey));
    }
  };
  const choose = (square: Square) => {
    setStop(square);
    if (!props.disabled) onSquare(square);
  };

  const now = useRef({ choose, stop: stopAt });
  now.current = { choose, stop: stopAt };
  const steady = useMemo(
    () => ({
      choose: (square: Square) => now.current.choose(square),
      stop: (square: Square) => now.current.stop(square),
    }),
    [],
  );

  const row = (cells: readonly Cell[], index: number) => (
    // biome-ignore lint/a11y/useFocusableInteractive: the buttons inside take the focus
    // biome-ignore lint/a11y/useSemanticElements: a grid of buttons is no table of data
    <div key={index} role="row" aria-rowindex={index + 1} class="grid-row">
      {cells.map((cell) => (
        <GridCell
          key={cell.name}
          plan={plan}
          cell={cell}
          label={props.label(cell.name)}
          tabbable={cell.name === current}
          disabled={props.disabled}
          unseen={props.unseen ?? false}
          {...wornBy(cell, at.get(cell.name), props)}
          onChoose={steady.choose}
          onStop={steady.stop}
        />
      ))}
    </div>
  );

  const classes = ["grid", `of-${plan.system}`];
  if (props.unseen) classes.push("grid-unseen");
  if (plan.form.outline === "block") classes.push("has-blocks");
  if (plan.form.hasBadge) classes.push("has-badges");
  const grid = (
    // biome-ignore lint/a11y/useSemanticElements: a grid of buttons is no table of data
    <div
      ref={root}
      role="grid"
      aria-label={props.words?.board}
      tabIndex={-1}
      aria-rowcount={plan.rows.length}
      aria-colcount={plan.columns}
      class={classes.join(" ")}
      style={{ "--columns": plan.columns, "--rows": plan.rows.length }}
      onKeyDown={onKeyDown}
      onFocusOut={(event) => {
        if (!root.current?.contains(event.relatedTarget as Node | null)) onFocusSquare?.(null);
      }}
    >
      {plan.rows.map((cells, index) => [
        row(cells, index),
        plan.divide?.after === index && !props.unseen && (
          <div key="divide" class={`grid-divide is-${plan.divide.look}`} aria-hidden="true">
            {plan.divide.crossings.map(({ x, width }) => (
              <span
                key={x}
                class="grid-crossing"
                style={{ left: `${(100 * x) / plan.width}%`, width: `${(100 * width) / plan.width}%` }}
              />
            ))}
          </div>
        ),
      ])}
    </div>
  );
  return props.unseen ? grid : <Frame>{grid}</Frame>;
}

/** Shows the middle first where there is no room for all. */
function Frame({ children }: { children: ComponentChildren }) {
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = frame.current;
    if (element) element.scrollLeft = (element.scrollWidth - element.clientWidth) / 2;
  }, []);
  return (
    <div ref={frame} class="grid-frame">
      {children}
    </div>
  );
}

/** Where a square is in a drawing with its margins. */
function overDrawing(plan: Plan, cell: Cell) {
  const { margin } = plan;
  const [wide, high] = [plan.width + 2 * margin, plan.height + 2 * margin];
  return {
    left: `${(100 * (cell.x + margin)) / wide}%`,
    top: `${(100 * (cell.y + margin)) / high}%`,
    width: `${(100 * cell.width) / wide}%`,
    height: `${(100 * cell.height) / high}%`,
  };
}

/** What is to be seen on a square. */
function wornBy(cell: Cell, piece: Piece | undefined, props: GridProps) {
  const { system } = props;
  const marks = marksOf(cell.name, props);
  if (props.unseen) return { worn: "grid-square", selected: marks.selected, face: null, guess: null };
  const guess = piece ? guessOf(piece, props) : null;
  const face = piece ? faceOf(piece, props.face) : null;
  const classes = ["grid-square", ...cell.tags.map((tag) => `on-${tag}`)];
  if (piece) classes.push("grid-piece", `is-${paintOf(system, piece)}`);
  if (piece && face === null) classes.push("is-back");
  if (piece && piece.side !== null && piece.side !== (props.near ?? system.sides[0])) classes.push("is-far");
  if (piece && isMarkedMoved(piece, props)) classes.push("has-moved");
  if (props.flags?.includes(cell.name)) classes.push("has-flag");
  if (marks.barred) classes.push("is-barred");
  if (marks.selected) classes.push("is-selected");
  if (marks.last) classes.push("is-last");
  if (marks.target) classes.push(`is-${marks.target}`);
  return {
    worn: classes.join(" "),
    selected: marks.selected,
    face: piece ? (face ?? "") : null,
    guess: guess === null ? null : props.face(guess),
  };
}

interface GridCellProps {
  plan: Plan;
  cell: Cell;
  label: string;
  tabbable: boolean;
  disabled: boolean;
  unseen: boolean;
  worn: string;
  selected: boolean;
  /** null: no piece stands here. */
  face: string | null;
  guess: string | null;
  onChoose: (square: Square) => void;
  onStop: (square: Square) => void;
}

/** Drawn again only when something of its own changes. */
const GridCell = memo((props: GridCellProps) => {
  const { plan, cell, unseen, face, guess } = props;
  const square = cell.name;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the button inside takes the focus
    // biome-ignore lint/a11y/useSemanticElements: a grid of buttons is no table of data
    <div
      role="gridcell"
      class="grid-cell"
      style={unseen ? overDrawing(plan, cell) : { gridColumn: `${cell.column + 1} / span ${cell.width}` }}
      aria-colindex={cell.column + 1}
      aria-colspan={cell.width > 1 ? cell.width : undefined}
    >
      <button
        type="button"
        class={props.worn}
        data-square={square}
        aria-label={props.label}
        aria-pressed={props.selected}
        aria-disabled={props.disabled}
        tabIndex={props.tabbable ? 0 : -1}
        onClick={() => props.onChoose(square)}
        // why: a press focuses too, and its click says the same a moment later
        onFocus={(event) => event.currentTarget.matches(":focus-visible") && props.onStop(square)}
      >
        {!unseen && (
          // why: drawn text, for the button's name says it all and may say it in other words than the face
          <span class="grid-inside" aria-hidden="true">
            {face !== null && <span class="grid-face" style={{ "--fit": fitOf(face) }} data-text={face} />}
            <span class="grid-name" data-text={square} />
            {guess !== null && <span class="grid-guess" data-text={guess} />}
          </span>
        )}
      </button>
    </div>
  );
});
