import { memo } from "preact/compat";
import { drawingOf } from "./drawings";
import type { Plan } from "./geometry";
import { ALL_PAINTS, PAINTS } from "./paints";

/** All that never changes while a board is shown: a drawing of its own, so that no ply paints it again. */
export const FlatGround = memo(({ plan, viewBox }: { plan: Plan; viewBox: string }) => {
  return (
    <svg class="flat-ground" viewBox={viewBox} aria-hidden="true" focusable="false">
      <NamedGround plan={plan} />
    </svg>
  );
});

/** The board itself and the names at its edges, within a drawing. */
export function NamedGround({ plan }: { plan: Plan }) {
  const { Ground } = drawingOf(plan.system);
  return (
    <>
      <Ground plan={plan} />
      <g class="flat-names" font-size={plan.labelSize}>
        {plan.labels.map(({ text, x, y }) => (
          <text key={`${x} ${y}`} x={x} y={y}>
            {text}
          </text>
        ))}
      </g>
    </>
  );
}

/** The colours of the pieces, for the drawing they are in. */
export const Paints = memo(() => (
  <defs>
    {ALL_PAINTS.flatMap((paint) => {
      const { stops } = PAINTS[paint];
      return [
        <Shade key={paint} id={`flat-${paint}`} stops={stops} />,
        <Shade key={`${paint}-far`} id={`flat-${paint}-far`} stops={[stops[2], stops[1], stops[0]]} />,
      ];
    })}
  </defs>
));

function Shade({ id, stops }: { id: string; stops: readonly [string, string, string] }) {
  return (
    <linearGradient id={id} x1="0.2" y1="0" x2="0.6" y2="1">
      <stop offset="0" stop-color={stops[0]} />
      <stop offset="0.55" stop-color={stops[1]} />
      <stop offset="1" stop-color={stops[2]} />
    </linearGradient>
  );
}
