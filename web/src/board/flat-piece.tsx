import { memo } from "preact/compat";
import { useLayoutEffect, useRef } from "preact/hooks";
import { outlineOf } from "./flat-form";
import { type Course, fillOf, framesOf, type Part } from "./flat-motion";
import type { Form, Point } from "./geometry";
import { faceLines, faceRoom, faceSize, lineWidth, type Paint } from "./look";
import { PLY_MS } from "./motion";
import { CRESTS, PAINTS } from "./paints";

interface FlatPieceProps {
  form: Form;
  paint: Paint;
  /** It belongs to the far side: its tip is near. */
  far: boolean;
  /** null: its back. */
  text: string | null;
  guess: string | null;
  /** It is hidden and has moved. */
  moved: boolean;
  /** A flag is here, under it or hidden by its back. */
  flag: boolean;
  raised: boolean;
  x: number;
  y: number;
  held: boolean;
  draggable: boolean;
  course: Course | null;
  part: Part | null;
}

/** Drawn again only when something of its own changes. */
export const FlatPiece = memo(Drawn);

function Drawn(props: FlatPieceProps) {
  const { form, paint, far: isFar, text, guess, raised, course, part } = props;
  const mover = useRef<SVGGElement>(null);

  useLayoutEffect(() => {
    const element = mover.current;
    if (!element?.animate || !course || !part) return undefined;
    const animation = element.animate(framesOf(course, part), { duration: PLY_MS, fill: fillOf(part) });
    return () => animation.cancel();
  }, [course, part]);

  const far = isFar && form.outline === "pentagon";
  const outline = outlineOf(form);
  const colours = PAINTS[paint];
  const [x, y] = [outline.middle[0], far ? -outline.middle[1] : outline.middle[1]];
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
          <path class="flat-shadow" d={outline.body} transform={`translate(0.025 0.05) ${turn ?? ""}`} />
          <g transform={turn}>
            <path
              class="flat-body"
              d={outline.body}
              fill={`url(#flat-${paint}${far ? "-far" : ""})`}
              stroke={colours.edge}
            />
            <path class="flat-grain" d={outline.grain} />
            <path class="flat-inset" d={outline.inset} stroke={colours.line} />
            {text === null && <Crest form={form} paint={paint} />}
            {props.moved && <path class="flat-moved" d={outline.bar} stroke={colours.moved} />}
          </g>
          {text !== null && (
            <g transform={`translate(${x} ${y})`}>
              <FaceText text={text} form={form} paint={paint} />
            </g>
          )}
          {text !== null && form.hasBadge && (
            <path
              d={CRESTS[paint]}
              transform={`translate(${outline.corner[0]} ${outline.corner[1]}) scale(0.16)`}
              fill={colours.line}
            />
          )}
          {props.flag && <Flag at={outline.corner} />}
          {guess !== null && (
            <g class="flat-guess" transform={`translate(${x} ${y * 0.8})`}>
              <rect
                x={-outline.slip[0]}
                y={-outline.slip[1]}
                width={2 * outline.slip[0]}
                height={2 * outline.slip[1]}
                rx="0.04"
              />
              <text y="0.005" font-size={guessSize(guess, outline.slip)}>
                {guess}
              </text>
            </g>
          )}
        </g>
      </g>
    </g>
  );
}

function Crest({ form, paint }: { form: Form; paint: Paint }) {
  const { crest, middle } = outlineOf(form);
  const { line } = PAINTS[paint];
  if (form.outline === "pentagon") {
    return <path class="flat-crest" d="M0 -0.16 L0.15 0.1 L0 0.3 L-0.15 0.1 Z" stroke={line} />;
  }
  return (
    <path
      class="flat-crest"
      d={CRESTS[paint]}
      transform={`translate(${middle[0]} ${middle[1]}) scale(${crest})`}
      stroke={line}
    />
  );
}

/** A flag in the corner. */
function Flag({ at: [x, y] }: { at: Point }) {
  return (
    <g class="flat-flag" transform={`translate(${x} ${y})`}>
      <circle r="0.15" />
      <path d="M-0.06 0.1V-0.1L0.09 -0.045L-0.06 0.015" />
    </g>
  );
}

function guessSize(text: string, [halfWidth, halfHeight]: Point): number {
  return Math.min(halfHeight * 1.4, (halfWidth * 1.76) / Math.max(1, lineWidth(text)));
}

/** Words of three letters or more keep inside the piece, however wide the font at hand is. */
function pressed(line: string, size: number, most: number) {
  if (!/^[ -~]{3,}$/.test(line)) return {};
  return { textLength: Math.min(lineWidth(line) * size, most), lengthAdjust: "spacingAndGlyphs" };
}

function FaceText({ text, form, paint }: { text: string; form: Form; paint: Paint }) {
  const lines = faceLines(text, form);
  const size = faceSize(lines, form);
  const step = size * 1.02;
  const { ink, halo } = PAINTS[paint];
  return (
    <g class="flat-text" font-size={size} fill={ink} stroke={halo}>
      {lines.map((line, index) => (
        <text
          key={`${index}${line}`}
          y={(index - (lines.length - 1) / 2) * step + size * 0.03}
          {...pressed(line, size, faceRoom(form).width)}
        >
          {line}
        </text>
      ))}
    </g>
  );
}
