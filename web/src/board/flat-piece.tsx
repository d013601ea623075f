import { memo } from "preact/compat";
import { useLayoutEffect, useRef } from "preact/hooks";
import { type Plan, shortOf } from "./geometry";
import { FACE_WIDTH, faceLines, faceSize, lineWidth, type Paint } from "./look";
import { GOING, PLY_MS, type PlyMotion } from "./motion";

const BODY = "M-0.37 0.45 L0.37 0.45 L0.3 -0.25 L0 -0.46 L-0.3 -0.25 Z";
const INSET = "M-0.315 0.4 L0.315 0.4 L0.255 -0.22 L0 -0.395 L-0.255 -0.22 Z";

const GRAIN =
  "M-0.24 0.42 Q-0.2 0.1 -0.2 -0.24 M-0.12 0.43 Q-0.14 0.1 -0.09 -0.33 M0.02 0.43 Q0.05 0 0.01 -0.39 M0.14 0.43 Q0.1 0.1 0.11 -0.31 M0.26 0.42 Q0.24 0.1 0.21 -0.23";

interface FlatPieceProps {
  plan: Plan;
  paint: Paint;
  /** It belongs to the far side: its tip is near. */
  far: boolean;
  /** null: its back. */
  text: string | null;
  guess: string | null;
  /** It is hidden and has moved. */
  moved: boolean;
  raised: boolean;
  x: number;
  y: number;
  held: boolean;
  draggable: boolean;
  /** The ply it takes part in. */
  motion: PlyMotion | null;
  isMover: boolean;
  /** It left the board with this ply. */
  gone: boolean;
}

/** Drawn again only when something of its own changes. */
export const FlatPiece = memo(Drawn);

function Drawn(props: FlatPieceProps) {
  const { plan, paint, far, text, guess, raised, motion, isMover, gone } = props;
  const mover = useRef<SVGGElement>(null);

  useLayoutEffect(() => {
    const element = mover.current;
    if (!element?.animate || !motion || !(isMover || gone)) return undefined;
    const from = plan.byName.get(motion.from);
    const to = plan.byName.get(motion.to);
    if (!from || !to) return undefined;
    const here = "translate(0px, 0px)";
    // A mover that is gone is drawn where it started, one that lives where it arrived.
    const start = isMover && !gone ? `translate(${from.cx - to.cx}px, ${from.cy - to.cy}px)` : here;
    const end = isMover && gone ? `translate(${to.cx - from.cx}px, ${to.cy - from.cy}px)` : here;
    // In a battle the mover stops in front of the other piece until it is decided.
    const [shortX, shortY] = shortOf(from, to, motion.battle ? 0.4 : 0);
    const met = !isMover
      ? here
      : gone
        ? `translate(${to.cx - from.cx - shortX}px, ${to.cy - from.cy - shortY}px)`
        : `translate(${-shortX}px, ${-shortY}px)`;
    const easing = "cubic-bezier(0.5, 0, 0.2, 1)";
    const frames: Keyframe[] = [
      { transform: start, opacity: 1, offset: 0, easing },
      { transform: met, opacity: 1, offset: GOING },
      gone
        ? { transform: `${isMover ? met : end} scale(0.55)`, opacity: 0, offset: 1 }
        : { transform: end, opacity: 1, offset: 1 },
    ];
    const animation = element.animate(frames, { duration: PLY_MS, fill: gone ? "both" : "none" });
    return () => animation.cancel();
  }, [motion, isMover, gone, plan]);

  const classes = ["flat-piece", `is-${paint}`];
  if (text === null) classes.push("is-back");
  if (props.draggable) classes.push("is-draggable");
  if (props.held) classes.push("is-held");
  if (raised) classes.push("is-raised");
  const turn = far ? "rotate(180)" : undefined;
  return (
    <g class={classes.join(" ")} transform={`translate(${props.x} ${props.y})`}>
      <g ref={mover} class="flat-mover">
        <g class="flat-lift">
          <path class="flat-shadow" d={BODY} transform={`translate(0.025 0.05) ${turn ?? ""}`} />
          <g transform={turn}>
            <path class="flat-body" d={BODY} fill={`url(#flat-${paint}${far ? "-far" : ""})`} />
            <path class="flat-grain" d={GRAIN} />
            <path class="flat-inset" d={INSET} />
            {text === null && <path class="flat-crest" d="M0 -0.16 L0.15 0.1 L0 0.3 L-0.15 0.1 Z" />}
            {props.moved && <path class="flat-moved" d="M-0.18 0.345 H0.18" />}
          </g>
          {text !== null && <FaceText text={text} far={far} />}
          {guess !== null && (
            <g class="flat-guess" transform={`translate(0 ${far ? -0.06 : 0.06})`}>
              <rect x="-0.25" y="-0.15" width="0.5" height="0.3" rx="0.04" />
              <text y="0.005" font-size={guessSize(guess)}>
                {guess}
              </text>
            </g>
          )}
        </g>
      </g>
    </g>
  );
}

function guessSize(text: string): number {
  return Math.min(0.21, 0.44 / Math.max(1, lineWidth(text)));
}

/** Words of three letters or more keep inside the piece, however wide the font at hand is. */
function pressed(line: string, size: number) {
  if (!/^[ -~]{3,}$/.test(line)) return {};
  return { textLength: Math.min(lineWidth(line) * size, FACE_WIDTH), lengthAdjust: "spacingAndGlyphs" };
}

function FaceText({ text, far }: { text: string; far: boolean }) {
  const lines = faceLines(text);
  const size = faceSize(lines);
  const step = size * 1.02;
  const middle = far ? -0.075 : 0.075;
  return (
    <g class="flat-text" font-size={size}>
      {lines.map((line, index) => (
        <text
          key={`${index}${line}`}
          y={middle + (index - (lines.length - 1) / 2) * step + size * 0.03}
          {...pressed(line, size)}
        >
          {line}
        </text>
      ))}
    </g>
  );
}
