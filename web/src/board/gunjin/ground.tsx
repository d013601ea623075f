import type { SquarePlan } from "./plan";
import "./ground.css";

/** Squares, the river, its bridges. */
export function Ground({ plan }: { plan: SquarePlan }) {
  const { divide: river, margin } = plan;
  return (
    <>
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
          <rect x={-margin} y={river.y} width={plan.width + 2 * margin} height={river.height} fill="url(#flat-water)" />
          <Waves y={river.y} height={river.height} width={plan.width} margin={margin} />
          <path
            class="flat-bank"
            d={`M${-margin} ${river.y} H${plan.width + margin} M${-margin} ${river.y + river.height} H${plan.width + margin}`}
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
    </>
  );
}

/** The fields of squares between the waters: top and bottom of each. */
function banks(plan: SquarePlan): readonly (readonly [number, number])[] {
  const { divide: river } = plan;
  if (!river) return [[0, plan.height]];
  return [
    [0, river.y],
    [river.y + river.height, plan.height],
  ];
}

function Waves({ y, height, width, margin }: { y: number; height: number; width: number; margin: number }) {
  const lines = [0.22, 0.45, 0.68, 0.86].map((part, row) => {
    const start = -margin + (row % 2) * 0.35;
    const count = Math.floor((width + 2 * margin - (row % 2) * 0.35) / 0.7);
    return `M${start} ${y + part * height}${" q0.175 -0.07 0.35 0 t0.35 0".repeat(count)}`;
  });
  return <path class="flat-waves" d={lines.join("")} />;
}
