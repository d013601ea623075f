import { inksOf, STYLES, type Style } from "./ink";
import type { PointPlan } from "./plan";

/** Arms, roads, rails, points and mountains. */
export function Ground({ plan }: { plan: PointPlan }) {
  return (
    <g stroke-linejoin="round" stroke-linecap="butt">
      {inksOf(plan).map(({ look, path }) => (
        <path key={look} d={path} {...attributes(STYLES[look])} />
      ))}
    </g>
  );
}

function attributes({ fill, stroke, width, dash, opacity }: Style) {
  return {
    fill: fill ?? "none",
    stroke: stroke ?? "none",
    "stroke-width": width,
    "stroke-dasharray": dash?.join(" "),
    opacity,
  };
}
