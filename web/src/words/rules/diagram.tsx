/** Pictures of the board as it is drawn for playing: empty, or with one piece and where it can go. */

import type { ComponentChildren } from "preact";
import { planOf } from "../../board/drawings";
import { NamedGround, Paints } from "../../board/flat-ground";
import { FlatPiece } from "../../board/flat-piece";
import { viewBoxOf, wholeOf } from "../../board/frame";
import type { Cell, Plan } from "../../board/geometry";
import { paintOf } from "../../board/look";
import type { Square, System } from "../../game/types";
import { gameWords } from "../game";
import { useWords } from "../index";
import { squareNamed } from "./square";
import type { Reached, Sketch } from "./types";
import "../../board/flat.css";

/** Once on a page with pictures: what colours their pieces. */
export function PicturePaints() {
  return (
    <svg class="diagram-paints" aria-hidden="true">
      <Paints />
    </svg>
  );
}

export function EmptyBoard({ system, caption }: { system: System; caption: string }) {
  const plan = planOf(system, null);
  return <Figure plan={plan} viewBox={viewBoxOf(wholeOf(plan))} caption={caption} look="is-large" />;
}

interface DiagramProps {
  system: System;
  sketch: Sketch;
  reached: readonly Reached[];
  caption: string;
}

export function Diagram({ system, sketch, reached, caption }: DiagramProps) {
  const { face } = gameWords(useWords(), "own");
  const plan = planOf(system, null);
  const { from, own = [], enemy = [] } = sketch;
  const cellOf = (name: Square) => plan.byName.get(squareNamed(system, name)?.name ?? name);
  const counters = [
    ...own.map((name) => ({ cell: cellOf(name), side: 0, text: null })),
    ...enemy.map((name) => ({ cell: cellOf(name), side: 1, text: null })),
    { cell: cellOf(from), side: 0, text: face(sketch.kind) },
  ];
  const viewBox = sketch.whole ? viewBoxOf(wholeOf(plan)) : halfOf(plan, system);
  const isWide = sketch.whole && plan.width > plan.height * 0.8;
  return (
    <Figure plan={plan} viewBox={viewBox} caption={caption} look={isWide ? "is-wide" : ""}>
      {counters.map(
        ({ cell, side, text }) =>
          cell && (
            <FlatPiece
              key={cell.name}
              {...RESTING}
              form={plan.form}
              paint={paintOf(system, { side: system.sides[side] ?? null })}
              far={side === 1}
              text={text}
              x={cell.cx}
              y={cell.cy}
            />
          ),
      )}
      {reached.map(({ square, attack }) => {
        const cell = plan.byName.get(square);
        return cell && <Mark key={square} cell={cell} plan={plan} isAttack={attack} />;
      })}
    </Figure>
  );
}

/** Of a piece that only stands there. */
const RESTING = {
  ...{ guess: null, moved: false, flag: false, raised: false, held: false, draggable: false },
  ...{ course: null, part: null },
} as const;

function Mark({ cell, plan, isAttack }: { cell: Cell; plan: Plan; isAttack: boolean }) {
  const { cx, cy } = cell;
  const { width, height } = plan.form;
  if (!isAttack) return <circle class="diagram-target" cx={cx} cy={cy} r={0.15} />;
  return <rect class="diagram-attack" x={cx - width / 2} y={cy - height / 2} width={width} height={height} />;
}

/** The first side's squares, the names beside them, and where its ways lead on. */
function halfOf({ cells, margin }: Plan, { sides }: System): string {
  const own = cells.filter(({ territory }) => territory === sides[0]);
  const [left, top] = [Math.min(...own.map(({ x }) => x)) - margin, Math.min(...own.map(({ y }) => y)) - margin / 2];
  const right = Math.max(...own.map(({ x, width }) => x + width)) + margin;
  const bottom = Math.max(...own.map(({ y, height }) => y + height)) + margin;
  return `${left} ${top} ${right - left} ${bottom - top}`;
}

interface FigureProps {
  plan: Plan;
  viewBox: string;
  caption: string;
  look: string;
  children?: ComponentChildren;
}

function Figure({ plan, viewBox, caption, look, children }: FigureProps) {
  return (
    <figure class={`diagram ${look}`}>
      <svg viewBox={viewBox} role="img" aria-label={caption}>
        <NamedGround plan={plan} />
        {children}
      </svg>
      <figcaption>{caption}</figcaption>
    </figure>
  );
}
