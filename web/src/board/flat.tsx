/** The board drawn flat: where WebGL is missing, while the 3D chunk loads, or by choice. */

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Piece, Square } from "../game/types";
import { wayShown } from "./drawings";
import { FlatGround, Paints } from "./flat-ground";
import { FlatMarks, Star } from "./flat-marks";
import type { Course, Part } from "./flat-motion";
import { FlatPiece } from "./flat-piece";
import { type Frame, isNear, shifted, viewBoxOf, wholeOf, zoomed } from "./frame";
import { type Plan, squareAt } from "./geometry";
import { faceOf, guessOf, isMarkedMoved, paintOf } from "./look";
import { eyesOf, GOING, key, PLY_MS, type PlyMotion, plyBetween, wantsLessMotion } from "./motion";
import { listen } from "./pointer";
import type { BoardProps } from "./props";
import { meantBy } from "./snap";
import "./flat.css";

export interface FlatProps extends BoardProps {
  plan: Plan;
  /** Where the keyboard is. */
  focus: Square | null;
  /** The part that is shown; null: all of it. */
  frame: Frame | null;
  /** Asks for another part; absent where the whole is large enough. */
  onFrame?: ((frame: Frame | null) => void) | undefined;
}

export function Flat(props: FlatProps) {
  const { system, near, plan } = props;
  const svg = useRef<SVGSVGElement>(null);
  const motion = usePly(props);
  const [over, setOver] = useState<Square | null>(null);
  /** The piece in the hand, or put down and waiting for the answer. */
  const [held, setHeld] = useState<{ key: string; x: number; y: number } | null>(null);
  const now = useRef(props);
  now.current = props;

  useLayoutEffect(() => setHeld(null), [props.pieces]);

  useEffect(() => {
    if (!svg.current) return;
    const drawing = svg.current;
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const toDrawing = (clientX: number, clientY: number) => {
      const matrix = drawing.getScreenCTM();
      return matrix ? new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse()) : new DOMPoint(-1, -1);
    };
    const pixels = () => drawing.getScreenCTM()?.a ?? 1;
    const frameIt = (next: (whole: Frame, shown: Frame) => Frame) => {
      const { frame, onFrame } = now.current;
      const whole = wholeOf(plan);
      const wanted = next(whole, frame ?? whole);
      onFrame?.(isNear(whole, wanted) ? wanted : null);
    };
    const pieceOn = (square: Square) => now.current.pieces.find((piece) => piece.square === square);
    const hold = (square: Square, x: number, y: number) => {
      const piece = pieceOn(square);
      setHeld(piece ? { key: key(piece), x, y } : null);
    };
    const stop = listen(drawing, {
      squareAt: (clientX, clientY) => {
        const point = toDrawing(clientX, clientY);
        return squareAt(plan, point.x, point.y);
      },
      mayDrag: (square) => mayDrag(now.current, pieceOn(square)),
      tap: (square, clientX, clientY, isFinger) => {
        const { onSquare, disabled } = now.current;
        const { x, y } = toDrawing(clientX, clientY);
        const meant = isFinger ? meantBy(plan, now.current, square, [x, y], pixels()) : square;
        if (!disabled && meant !== null) onSquare(meant);
      },
      pinch: (factor, clientX, clientY, dx, dy) => {
        const { x, y } = toDrawing(clientX - dx, clientY - dy);
        frameIt((whole, shown) =>
          shifted(whole, zoomed(whole, shown, factor, [x, y]), [-dx / pixels(), -dy / pixels()]),
        );
      },
      slide: (dx, dy) => {
        if (now.current.frame) frameIt((whole, shown) => shifted(whole, shown, [-dx / pixels(), -dy / pixels()]));
      },
      grab: (square) => {
        clearTimeout(waiting);
        now.current.onGrab?.(square);
      },
      carry: (square, clientX, clientY, target) => {
        const point = toDrawing(clientX, clientY);
        hold(square, point.x, point.y);
        setOver(target === square ? null : target);
      },
      drop: (square, target) => {
        setOver(null);
        const cell = target !== null && target !== square ? plan.byName.get(target) : undefined;
        if (!cell || now.current.disabled) {
          setHeld(null);
          return;
        }
        hold(square, cell.cx, cell.cy);
        waiting = setTimeout(() => setHeld(null), 900);
        now.current.onDrag?.(square, cell.name);
      },
    });
    return () => {
      clearTimeout(waiting);
      stop();
    };
  }, [plan]);

  const gone = motion?.gone ?? [];
  const course = useMemo(() => motion && courseOf(plan, motion, now.current.pieces), [plan, motion]);
  const draw = (piece: Piece, part: Part | null) => {
    const cell = plan.byName.get(piece.square);
    const isHeld = held?.key === key(piece);
    const leaves = part === "leaves" || part === "goes-and-leaves" || part === "turns-down";
    const guess = guessOf(piece, props);
    return (
      cell && (
        <FlatPiece
          key={leaves ? `gone/${key(piece)}` : key(piece)}
          form={plan.form}
          paint={paintOf(system, piece)}
          far={piece.side !== null && piece.side !== (near ?? system.sides[0])}
          text={faceOf(piece, props.face)}
          guess={guess === null ? null : props.face(guess)}
          moved={isMarkedMoved(piece, props)}
          flag={!leaves && (props.flags?.includes(piece.square) ?? false)}
          raised={props.selected === piece.square && !leaves}
          x={isHeld ? held.x : cell.cx}
          y={isHeld ? held.y : cell.cy}
          held={isHeld}
          draggable={mayDrag(props, piece)}
          course={part && course}
          part={part}
        />
      )
    );
  };
  // What moves passes over what rests, and what is in the hand over the markers too.
  const onTop = (piece: Piece) => motion !== null && key(motion.mover) === key(piece);
  const inHand = (piece: Piece) => held?.key === key(piece);
  const partOf = (piece: Piece): Part | null => {
    if (motion?.turned && key(motion.turned) === key(piece)) return "turns-up";
    if (!motion || !onTop(piece)) return null;
    return motion.stays ? "goes-and-returns" : "goes";
  };
  const viewBox = viewBoxOf(props.frame ?? wholeOf(plan));
  const classes = ["flat-drawing"];
  if (props.disabled) classes.push("is-disabled");
  if (props.onFrame) classes.push(props.frame ? "is-near" : "is-fine");
  return (
    <div class="flat" aria-hidden="true">
      <FlatGround plan={plan} viewBox={viewBox} />
      <svg ref={svg} class={classes.join(" ")} viewBox={viewBox} aria-hidden="true" focusable="false">
        <Paints />
        <FlatMarks layer="under" over={over} {...props} />
        {gone.filter((piece) => !onTop(piece)).map((piece) => draw(piece, "leaves"))}
        {props.pieces.filter((piece) => !onTop(piece) && !inHand(piece)).map((piece) => draw(piece, partOf(piece)))}
        {motion?.turned && draw(motion.turned, "turns-down")}
        {gone.filter(onTop).map((piece) => draw(piece, "goes-and-leaves"))}
        {props.pieces.filter((piece) => onTop(piece) && !inHand(piece)).map((piece) => draw(piece, partOf(piece)))}
        <FlatMarks layer="above" over={over} {...props} />
        {props.pieces.filter(inHand).map((piece) => draw(piece, null))}
        {motion?.battle && (
          <Clash motion={motion} x={plan.byName.get(motion.to)?.cx} y={plan.byName.get(motion.to)?.cy} />
        )}
      </svg>
    </div>
  );
}

export function mayDrag(props: BoardProps, piece: Piece | undefined): boolean {
  if (!piece || props.disabled || !props.onDrag) return false;
  return piece.kind !== null && (props.viewer === null || piece.side === props.viewer);
}

function courseOf(plan: Plan, { from, to, gone, battle }: PlyMotion, pieces: readonly Piece[]): Course {
  const points = from === to ? [] : wayShown(plan, { pieces: [...pieces, ...gone] }, [from, to]);
  return { points, battle };
}

/** The ply being shown; what left the board is kept only as long, and never past a change of the viewer. */
function usePly(props: BoardProps): PlyMotion | null {
  const [motion, setMotion] = useState<PlyMotion | null>(null);
  const before = useRef(props);
  useLayoutEffect(() => {
    const old = before.current;
    before.current = props;
    const same = eyesOf(old) === eyesOf(props) && old.near === props.near && old.system === props.system;
    const next = same && !wantsLessMotion() ? plyBetween(old.pieces, props.pieces, props.last, old.last) : null;
    setMotion(next);
    if (!next) return undefined;
    const timer = setTimeout(() => setMotion(null), PLY_MS);
    return () => clearTimeout(timer);
  }, [props.pieces, eyesOf(props), props.near, props.system]);
  return motion;
}

/** The flash of a battle: the same for every outcome. */
function Clash({ motion, x, y }: { motion: PlyMotion; x: number | undefined; y: number | undefined }) {
  const star = useRef<SVGGElement>(null);
  useLayoutEffect(() => {
    star.current?.animate?.(
      [
        { opacity: 0, transform: "scale(0.3)", offset: 0 },
        { opacity: 0, transform: "scale(0.3)", offset: GOING * 0.9 },
        { opacity: 1, transform: "scale(1)", offset: GOING + 0.12 },
        { opacity: 0, transform: "scale(1.25)", offset: 1 },
      ],
      { duration: PLY_MS, fill: "both" },
    );
  }, [motion]);
  return (
    <g transform={`translate(${x ?? 0} ${y ?? 0})`}>
      <g ref={star} class="flat-clash">
        <Star tips={8} outer={0.62} inner={0.3} />
      </g>
    </g>
  );
}
