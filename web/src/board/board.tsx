/** `<Board>`: one board for the screens, drawn in 3D, flat, or as buttons. */

import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Square } from "../game/types";
import { drawingOf, planOf } from "./drawings";
import { Flat, mayDrag } from "./flat";
import { type Frame, ownPart } from "./frame";
import type { Plan, Shape } from "./geometry";
import { Grid } from "./grid";
import type { BoardMode, BoardProps, BoardWords, Viewpoint } from "./props";
import type { SceneHandle } from "./scene/scene";
import { canDraw3d } from "./webgl";
import "./board.css";

export type { BoardMode, Viewpoint } from "./props";
export { boardFor, canDraw3d } from "./webgl";

export interface BoardChoice extends BoardProps {
  mode: BoardMode;
  /** The 3D camera's place; the flat board is always seen from the top. */
  viewpoint?: Viewpoint;
  onViewpoint?: (viewpoint: Viewpoint) => void;
}

export function Board(props: BoardChoice) {
  const [broken, setBroken] = useState(false);
  const giveUp = useCallback(() => setBroken(true), []);
  const plan = usePlan(props, useShape());
  if (props.mode === "buttons") return <Grid {...props} plan={plan} />;
  const solid = props.mode === "3d" && !broken && canDraw3d();
  return <Drawing {...props} plan={plan} solid={solid} onBroken={giveUp} />;
}

function usePlan({ system, near, part: asked = null }: BoardProps, window: Shape): Plan {
  const heeded = drawingOf(system.key).heeds(system);
  const shape = heeded.includes("shape") ? window : "wide";
  const part = heeded.includes("part") ? asked : null;
  return useMemo(() => planOf(system, near, shape, part), [system, near, shape, part]);
}

/** More columns than this are fine ones on a phone. */
const FINE = 9;
const TALL = "(orientation: portrait)";

/** Of the window, which a board fills. */
function useShape(): Shape {
  const ask = () => (typeof matchMedia === "function" && matchMedia(TALL).matches ? "tall" : "wide");
  const [shape, setShape] = useState<Shape>(ask);
  useEffect(() => {
    if (typeof matchMedia !== "function") return undefined;
    const window = matchMedia(TALL);
    const listener = () => setShape(ask);
    window.addEventListener("change", listener);
    return () => window.removeEventListener("change", listener);
  }, []);
  return shape;
}

function Drawing(props: BoardChoice & { plan: Plan; solid: boolean; onBroken: () => void }) {
  const { plan, solid } = props;
  const [focus, setFocus] = useState<Square | null>(null);
  const [shown, setShown] = useState(false);
  const onShown = useCallback(() => setShown(true), []);
  const [own, setOwn] = useState<Viewpoint>("slanted");
  const viewpoint = props.viewpoint ?? own;
  // Asking again for the same view turns a turned board back.
  const [asked, setAsked] = useState(0);
  const choose = (next: Viewpoint) => {
    setOwn(next);
    setAsked((count) => count + 1);
    setNear(false);
    props.onViewpoint?.(next);
  };
  const ratio = (plan.width + 2 * plan.margin) / (plan.height + 2 * plan.margin);
  const isSolid = solid && shown;
  const isFine = plan.columns > FINE;
  const [frame, setFrame] = useState<Frame | null>(null);
  const [isNear, setNear] = useState(false);
  useLayoutEffect(() => {
    setFrame(null);
    setNear(false);
  }, [plan]);
  const classes = ["board"];
  if (solid) classes.push("is-wide");
  if (isFine) classes.push("is-fine");
  return (
    <div class={classes.join(" ")} style={{ "--board-ratio": ratio.toFixed(4) }}>
      {props.words && solid && (
        <ViewButtons words={props.words} viewpoint={viewpoint} idle={!isSolid} onChoose={choose} />
      )}
      <div class={isSolid ? "board-box is-solid" : "board-box"}>
        {!isSolid && <Flat {...props} focus={focus} frame={frame} onFrame={isFine ? setFrame : undefined} />}
        {solid && <Solid {...props} {...{ viewpoint, asked, isNear }} focus={focus} onShown={onShown} />}
        <Grid {...props} unseen onFocusSquare={setFocus} />
        {isFine && props.words && isSolid && (
          <Zoom words={props.words} isNear={isNear} onToggle={() => setNear(!isNear)} />
        )}
        {isFine && props.words && !isSolid && (
          <Zoom words={props.words} isNear={frame !== null} onToggle={() => setFrame(frame ? null : ownPart(plan))} />
        )}
      </div>
    </div>
  );
}

/** Shows the own part large, for fingers, and the whole again. */
function Zoom({ words, isNear, onToggle }: { words: BoardWords; isNear: boolean; onToggle: () => void }) {
  const name = isNear ? words.whole : words.nearer;
  return (
    <button type="button" class="board-zoom" aria-label={name} title={name} onClick={onToggle}>
      <svg width="24" height="24" viewBox="0 0 24 24" aria-hidden="true">
        <path
          d={`M15 15L20.5 20.5M4 10a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0 -13 0M7.5 10H13.5${isNear ? "" : "M10.5 7V13"}`}
        />
      </svg>
    </button>
  );
}

interface ViewButtonsProps {
  words: BoardWords;
  viewpoint: Viewpoint;
  /** There is no 3D board to turn: their place is kept. */
  idle: boolean;
  onChoose: (viewpoint: Viewpoint) => void;
}

function ViewButtons({ words, viewpoint, idle, onChoose }: ViewButtonsProps) {
  return (
    <div class={idle ? "board-views is-idle" : "board-views"}>
      {(["slanted", "top"] as const).map((one) => (
        <button
          key={one}
          type="button"
          class="board-view"
          aria-pressed={viewpoint === one}
          onClick={() => onChoose(one)}
        >
          {words[one]}
        </button>
      ))}
    </div>
  );
}

interface SolidProps extends BoardChoice {
  plan: Plan;
  viewpoint: Viewpoint;
  asked: number;
  /** The near part alone, larger. */
  isNear: boolean;
  focus: Square | null;
  onShown: () => void;
  onBroken: () => void;
}

/** Holds the canvas; the scene behind it is a chunk of its own. */
function Solid(props: SolidProps) {
  const host = useRef<HTMLDivElement>(null);
  const scene = useRef<SceneHandle | null>(null);
  const now = useRef(props);
  now.current = props;

  useEffect(() => {
    let gone = false;
    import("./scene/scene")
      .then(async ({ openScene }) => {
        if (gone || !host.current) return;
        const broken = () => {
          if (!gone) now.current.onBroken();
        };
        const opened = await openScene(host.current, () => now.current, now.current.viewpoint, broken, mayDrag);
        if (gone) {
          opened.dispose();
          return;
        }
        scene.current = opened;
        opened.update(now.current);
        now.current.onShown();
      })
      .catch(() => {
        if (!gone) now.current.onBroken();
      });
    return () => {
      gone = true;
      scene.current?.dispose();
      scene.current = null;
    };
  }, []);
  // The markers belong to the frame of the tap; the picture of the board may take longer.
  useLayoutEffect(() => scene.current?.mark(props));
  useEffect(() => scene.current?.update(props));
  useEffect(() => scene.current?.look(props.viewpoint, props.isNear), [props.viewpoint, props.asked, props.isNear]);

  return <div ref={host} class="board-scene" aria-hidden="true" />;
}
