/** Pictures of the board: empty, or with one piece and where it can go, drawn from the system's description. */

import type { ComponentChildren } from "preact";
import type { System, SystemSquare } from "../../../game/types";
import { gameWords } from "../../game";
import { useWords } from "../../index";
import type { DiagramProps } from "../types";
import { pointOf } from "./board";
import { reach } from "./reach";

const CELL = { x: 36, y: 26 };
/** By the number of characters on the piece. */
const TEXT_SIZES: Readonly<Record<number, number>> = { 1: 13, 2: 12, 3: 9 };

export function LuzhanqiBoard({ system, caption }: { system: System; caption: string }) {
  return (
    <figure class="diagram diagram-board">
      <Drawing board={system} shown={system.squares} caption={caption} />
      <figcaption>{caption}</figcaption>
    </figure>
  );
}

export function LuzhanqiDiagram({ system: board, sketch, caption }: DiagramProps) {
  const words = useWords();
  const { face } = gameWords(words, "own");
  const start = pointOf(board, sketch.from);
  const standing = (["own", "enemy"] as const).flatMap((whose) =>
    (sketch[whose] ?? []).map((name) => ({ whose, point: pointOf(board, name) })),
  );
  const shown = sketch.whole ? board.squares : board.squares.filter(({ territory }) => territory === board.sides[0]);
  return (
    <figure class="diagram">
      <Drawing board={board} shown={shown} caption={caption}>
        {standing.map(({ whose, point }) => point && <Counter key={point.name} point={point} whose={whose} />)}
        {start && <Counter point={start} whose="moving" face={face(sketch.kind)} />}
        {reach(board, sketch).map(({ square, attack }) => {
          const { x, y } = spot(pointOf(board, square));
          return attack ? (
            <rect key={square} class="diagram-attack" x={x - 15} y={y - 11} width={30} height={22} />
          ) : (
            <circle key={square} class="diagram-target" cx={x} cy={y} r={4.5} />
          );
        })}
      </Drawing>
      <figcaption>{caption}</figcaption>
    </figure>
  );
}

/** The middle of a point; up is away from the first side. */
function spot(point: Pick<SystemSquare, "x" | "y"> | undefined): { x: number; y: number } {
  return { x: (point?.x ?? 0) * CELL.x, y: -(point?.y ?? 0) * CELL.y };
}

interface DrawingProps {
  board: System;
  /** What the picture is cut to. */
  shown: readonly SystemSquare[];
  caption: string;
  children?: ComponentChildren;
}

function Drawing({ board, shown, caption, children }: DrawingProps) {
  const xs = shown.map((point) => spot(point).x);
  const ys = shown.map((point) => spot(point).y);
  const [left, top] = [Math.min(...xs) - 22, Math.min(...ys) - 17];
  const [width, height] = [Math.max(...xs) + 22 - left, Math.max(...ys) + 17 - top];
  const rails = (board.rails ?? []).map((edge) => way(board, edge)).join("");
  return (
    <svg viewBox={`${left} ${top} ${width} ${height}`} role="img" aria-label={caption}>
      <rect class="diagram-ground" x={left} y={top} width={width} height={height} />
      <path class="diagram-road" d={(board.roads ?? []).map((edge) => way(board, edge)).join("")} />
      <path class="diagram-rail" d={rails} />
      <path class="diagram-ties" d={rails} />
      {board.squares.map((point) => (
        <Place key={point.name} point={point} />
      ))}
      {children}
    </svg>
  );
}

/** A straight line; round the corner between two arms, a curve. */
function way(board: System, [from, to]: readonly [string, string]): string {
  const [a, b] = [pointOf(board, from), pointOf(board, to)];
  const [start, end] = [spot(a), spot(b)];
  const isCurve = a?.territory !== b?.territory && a?.x !== b?.x && a?.y !== b?.y;
  if (!isCurve) return `M${start.x} ${start.y}L${end.x} ${end.y}`;
  const middle = (board.width - 1) / 2;
  const nearer = (one = 0, other = 0) => (Math.abs(one - middle) < Math.abs(other - middle) ? one : other);
  const bend = spot({ x: nearer(a?.x, b?.x), y: nearer(a?.y, b?.y) });
  return `M${start.x} ${start.y}Q${bend.x} ${bend.y} ${end.x} ${end.y}`;
}

function Place({ point }: { point: SystemSquare }) {
  const { x, y } = spot(point);
  const name = `diagram-place diagram-${point.type}${point.is_closed ? " diagram-closed" : ""}`;
  if (point.type === "camp") return <circle class={name} cx={x} cy={y} r={10} />;
  if (point.type === "mountain")
    return <path class={name} d={`M${x - 14} ${y + 9}L${x} ${y - 10}L${x + 14} ${y + 9}Z`} />;
  if (point.type === "centre") return <rect class={name} x={x - 8} y={y - 6} width={16} height={12} rx={2} />;
  return <rect class={name} x={x - 13} y={y - 8} width={26} height={16} rx={point.type === "headquarters" ? 8 : 2} />;
}

function Counter(props: { point: SystemSquare; whose: "moving" | "own" | "enemy"; face?: string }) {
  const { point, whose, face = "" } = props;
  const { x, y } = spot(point);
  return (
    <>
      <rect class={`diagram-piece diagram-${whose}`} x={x - 14} y={y - 9.5} width={28} height={19} rx={2.5} />
      <text class="diagram-text" x={x} y={y + 4.5} text-anchor="middle" font-size={TEXT_SIZES[[...face].length] ?? 9}>
        {face}
      </text>
    </>
  );
}
