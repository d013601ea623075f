import type { Square } from "../game/types";
import { wayShown } from "./drawings";
import { type Cell, type Plan, type Point, starCorners } from "./geometry";
import { dotScale, offeredEnd, targetMark } from "./look";
import type { BoardProps } from "./props";

interface FlatMarksProps extends BoardProps {
  plan: Plan;
  layer: "under" | "above";
  focus: Square | null;
  /** Where a dragged piece would land. */
  over: Square | null;
}

/** Each marker has a shape of its own: full frame, corners, dot, dashed frame. */
export function FlatMarks(props: FlatMarksProps) {
  const { plan, layer } = props;
  const cell = (square: Square | null) => (square === null ? undefined : plan.byName.get(square));
  if (layer === "under") {
    return (
      <g style={{ "--mark": plan.markScale }}>
        {props.last && <Way points={wayShown(plan, props, props.last)} />}
        {props.last?.map((square) => {
          const at = cell(square);
          return at && <rect key={square} class="flat-last" {...frame(at, 0.055)} rx="0.06" />;
        })}
      </g>
    );
  }
  const selected = cell(props.selected);
  const over = cell(props.over);
  const focus = cell(props.focus);
  const offered = offeredEnd(props);
  return (
    <g class="flat-marks" style={{ "--mark": plan.markScale }}>
      {props.selected && offered && <Way points={wayShown(plan, props, [props.selected, offered])} isOffered />}
      {props.barred?.map((square) => {
        const at = cell(square);
        return at && <rect key={square} class="flat-barred" {...frame(at, 0)} />;
      })}
      {over && <rect class="flat-over" {...frame(over, 0.03)} rx="0.05" />}
      {props.targets.map((target) => {
        const at = cell(target.square);
        if (!at) return null;
        const mark = targetMark(target);
        if (mark === "move")
          return <circle key={target.square} class="flat-move" cx={at.cx} cy={at.cy} r={0.17 * dotScale(plan)} />;
        if (mark === "wins") return <Crown key={target.square} cell={at} scale={dotScale(plan)} />;
        return (
          <g key={target.square} class="flat-attack">
            <rect class="flat-attack-rim" {...frame(at, 0.05)} />
            <rect {...frame(at, 0.05)} />
            <path d={corners(at, plan.markScale)} />
          </g>
        );
      })}
      {selected && (
        <g class="flat-selected">
          <rect class="flat-selected-rim" {...frame(selected, 0.05)} rx="0.04" />
          <rect {...frame(selected, 0.05)} rx="0.04" />
        </g>
      )}
      {focus && (
        <g class="flat-focus">
          <rect class="flat-focus-rim" {...frame(focus, 0)} rx="0.05" />
          <rect {...frame(focus, 0)} rx="0.05" />
        </g>
      )}
    </g>
  );
}

/** A way that is more than a step. */
function Way({ points, isOffered = false }: { points: readonly Point[]; isOffered?: boolean }) {
  if (points.length <= 2) return null;
  const d = `M${points.map(([x, y]) => `${x.toFixed(3)} ${y.toFixed(3)}`).join("L")}`;
  return (
    <>
      <path class={isOffered ? "flat-way is-offered" : "flat-way"} d={d} />
      <path class="flat-way" d={d} />
    </>
  );
}

/** Going here wins: a star in the dot. */
function Crown({ cell, scale }: { cell: Cell; scale: number }) {
  return (
    <g class="flat-wins" transform={`translate(${cell.cx} ${cell.cy}) scale(${scale})`}>
      <circle class="flat-move" r="0.31" />
      <Star tips={5} outer={0.22} inner={0.09} />
    </g>
  );
}

/** Round (0, 0), a tip at the top. */
export function Star({ tips, outer, inner }: { tips: number; outer: number; inner: number }) {
  const points = starCorners(tips, outer, inner).map(([x, y]) => `${x.toFixed(3)},${y.toFixed(3)}`);
  return <polygon points={points.join(" ")} />;
}

function frame(cell: Cell, inset: number) {
  return { x: cell.x + inset, y: cell.y + inset, width: cell.width - 2 * inset, height: cell.height - 2 * inset };
}

function corners(cell: Cell, scale: number): string {
  const inset = 0.05 + 0.035 * scale;
  const long = 0.13 * scale;
  const [left, right] = [cell.x + inset, cell.x + cell.width - inset];
  const [top, bottom] = [cell.y + inset, cell.y + cell.height - inset];
  return [
    `M${left} ${top + long} V${top} H${left + long}`,
    `M${right - long} ${top} H${right} V${top + long}`,
    `M${right} ${bottom - long} V${bottom} H${right - long}`,
    `M${left + long} ${bottom} H${left} V${bottom - long}`,
  ].join("");
}
