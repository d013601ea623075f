import { memo } from "preact/compat";
import { MARGIN, type Plan } from "./geometry";

/** All that never changes while a board is shown: a drawing of its own, so that no ply paints it again. */
function Ground({ plan }: { plan: Plan }) {
  const { river } = plan;
  return (
    <svg class="flat-ground" viewBox={viewBoxOf(plan)} aria-hidden="true" focusable="false">
      <defs>
        <linearGradient id="flat-water" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stop-color="#1c567b" />
          <stop offset="0.2" stop-color="#3b8db8" />
          <stop offset="0.8" stop-color="#3581ab" />
          <stop offset="1" stop-color="#1f5c82" />
        </linearGradient>
      </defs>
      {plan.cells.map((cell) => (
        <g key={cell.name}>
          <rect
            class={cell.tags.includes("headquarters") ? "flat-square is-headquarters" : "flat-square"}
            x={cell.x}
            y={cell.y}
            width={cell.width}
            height={cell.height}
          />
          {cell.tags.includes("headquarters") && (
            <rect
              class="flat-headquarters"
              x={cell.x + 0.07}
              y={cell.y + 0.07}
              width={cell.width - 0.14}
              height={cell.height - 0.14}
              rx="0.05"
            />
          )}
        </g>
      ))}
      {river && (
        <>
          <rect x={-MARGIN} y={river.y} width={plan.width + 2 * MARGIN} height={river.height} fill="url(#flat-water)" />
          <Waves y={river.y} height={river.height} width={plan.width} />
          <path
            class="flat-bank"
            d={`M${-MARGIN} ${river.y} H${plan.width + MARGIN} M${-MARGIN} ${river.y + river.height} H${plan.width + MARGIN}`}
          />
        </>
      )}
      {plan.bridges.map((bridge) => (
        <g key={bridge.ends.join()} transform={`translate(${bridge.x} ${bridge.y - 0.05})`}>
          <rect class="flat-bridge-shadow" x="0.05" width={bridge.width} height={bridge.height + 0.1} />
          <rect class="flat-bridge" width={bridge.width} height={bridge.height + 0.1} />
          <path
            class="flat-planks"
            d={Array.from(
              { length: 8 },
              (_, index) => `M0 ${(((index + 1) * (bridge.height + 0.1)) / 9).toFixed(3)} h${bridge.width}`,
            ).join("")}
          />
          <rect class="flat-rail" x="-0.03" width="0.075" height={bridge.height + 0.1} />
          <rect class="flat-rail" x={bridge.width - 0.045} width="0.075" height={bridge.height + 0.1} />
        </g>
      ))}
      {banks(plan).map(([top, bottom]) => (
        <rect key={top} class="flat-edge" y={top} width={plan.width} height={bottom - top} />
      ))}
      <g class="flat-names">
        {plan.columnNames.map((name, column) => [
          <text key={`${name}1`} x={column + 0.5} y={-MARGIN / 2}>
            {name}
          </text>,
          <text key={`${name}2`} x={column + 0.5} y={plan.height + MARGIN / 2}>
            {name}
          </text>,
        ])}
        {plan.rowNames.map((name, row) => {
          const y = plan.rows[row]?.[0]?.cy ?? 0;
          return [
            <text key={`${name}1`} x={-MARGIN / 2} y={y}>
              {name}
            </text>,
            <text key={`${name}2`} x={plan.width + MARGIN / 2} y={y}>
              {name}
            </text>,
          ];
        })}
      </g>
    </svg>
  );
}

/** The drawing with its margins. */
export function viewBoxOf(plan: Plan): string {
  return `${-MARGIN} ${-MARGIN} ${plan.width + 2 * MARGIN} ${plan.height + 2 * MARGIN}`;
}

/** The fields of squares between the waters: top and bottom of each. */
function banks(plan: Plan): readonly (readonly [number, number])[] {
  const { river } = plan;
  if (!river) return [[0, plan.height]];
  return [
    [0, river.y],
    [river.y + river.height, plan.height],
  ];
}

function Paint({ id, stops }: { id: string; stops: readonly [string, string, string] }) {
  return (
    <linearGradient id={id} x1="0.2" y1="0" x2="0.6" y2="1">
      <stop offset="0" stop-color={stops[0]} />
      <stop offset="0.55" stop-color={stops[1]} />
      <stop offset="1" stop-color={stops[2]} />
    </linearGradient>
  );
}

function Waves({ y, height, width }: { y: number; height: number; width: number }) {
  const lines = [0.22, 0.45, 0.68, 0.86].map((part, row) => {
    const start = -MARGIN + (row % 2) * 0.35;
    const count = Math.floor((width + 2 * MARGIN - (row % 2) * 0.35) / 0.7);
    return `M${start} ${y + part * height}${" q0.175 -0.07 0.35 0 t0.35 0".repeat(count)}`;
  });
  return <path class="flat-waves" d={lines.join("")} />;
}

/** The colours of the pieces, for the drawing they are in. */
export const Paints = memo(() => (
  <defs>
    <Paint id="flat-vermilion" stops={["#e06a4c", "#cc452c", "#a82f1b"]} />
    <Paint id="flat-vermilion-far" stops={["#a82f1b", "#cc452c", "#e06a4c"]} />
    <Paint id="flat-wood" stops={["#fdecc6", "#f2d59c", "#d8ab67"]} />
    <Paint id="flat-wood-far" stops={["#d8ab67", "#f2d59c", "#fdecc6"]} />
  </defs>
));

export const FlatGround = memo(Ground);
