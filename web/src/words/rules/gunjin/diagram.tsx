/** A small picture of the board with one piece and where it can go, drawn from the system's description. */

import type { Square, SystemSquare } from "../../../game/types";
import { gameWords } from "../../game";
import { useWords } from "../../index";
import type { DiagramProps } from "../types";
import { reach } from "./reach";

const CELL = 32;
const RIVER = 18;
const EDGE = 6;
/** By the number of characters on the piece. */
const TEXT_SIZES: Readonly<Record<number, number>> = { 3: 7.5, 4: 5.6 };

export function Diagram({ system, sketch, caption }: DiagramProps) {
  const words = useWords();
  const { face } = gameWords(words, "own");
  const half = system.height / 2;
  const width = system.width * CELL + 2 * EDGE;
  const height = system.height * CELL + RIVER + 2 * EDGE;
  const top = (y: number) => EDGE + (system.height - 1 - y) * CELL + (y < half ? RIVER : 0);
  const middle = (square: SystemSquare) => ({
    x: EDGE + (square.x + square.width / 2) * CELL,
    y: top(square.y) + CELL / 2,
  });
  const reached = new Map(reach(system, sketch).map(({ square, attack }) => [square, attack]));
  const standing = (square: Square): "moving" | "own" | "enemy" | null => {
    if (square === sketch.from) return "moving";
    if (sketch.own?.includes(square)) return "own";
    return sketch.enemy?.includes(square) ? "enemy" : null;
  };
  return (
    <figure class="diagram">
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={caption}>
        <rect class="diagram-river" x={EDGE} y={EDGE + half * CELL} width={width - 2 * EDGE} height={RIVER} />
        {system.bridges.map(([from]) => {
          const square = system.squares.find(({ name }) => name === from);
          const x = EDGE + (square?.x ?? 0) * CELL + CELL * 0.25;
          return (
            <rect key={from} class="diagram-bridge" x={x} y={EDGE + half * CELL} width={CELL / 2} height={RIVER} />
          );
        })}
        {system.squares.map((square) => (
          <rect
            key={square.name}
            class={square.tags.includes("headquarters") ? "diagram-square diagram-hq" : "diagram-square"}
            x={EDGE + square.x * CELL}
            y={top(square.y)}
            width={square.width * CELL}
            height={CELL}
          />
        ))}
        {system.squares.map((square) => {
          const { x, y } = middle(square);
          const attack = reached.get(square.name);
          const stands = standing(square.name);
          return (
            <g key={square.name}>
              {stands && (
                <Counter x={x} y={y} stands={stands}>
                  {stands === "moving" ? face(sketch.kind) : ""}
                </Counter>
              )}
              {attack === true && <rect class="diagram-attack" x={x - 14} y={y - 14} width={28} height={28} />}
              {attack === false && <circle class="diagram-target" cx={x} cy={y} r={5} />}
            </g>
          );
        })}
      </svg>
      <figcaption>{caption}</figcaption>
    </figure>
  );
}

function Counter(props: { x: number; y: number; stands: "moving" | "own" | "enemy"; children: string }) {
  const { x, y, stands, children } = props;
  const point = stands === "enemy" ? -1 : 1;
  const corners = [
    [0, -13],
    [10, -8],
    [12, 12],
    [-12, 12],
    [-10, -8],
  ] as const;
  const points = corners.map(([dx, dy]) => `${x + dx},${y + point * dy}`).join(" ");
  return (
    <>
      <polygon class={`diagram-piece diagram-${stands}`} points={points} />
      <text
        class="diagram-text"
        x={x}
        y={y + 5}
        text-anchor="middle"
        font-size={TEXT_SIZES[[...children].length] ?? 10}
      >
        {children}
      </text>
    </>
  );
}
