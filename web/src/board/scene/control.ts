/** Pointers on the 3D board: tap, drag a piece, turn, wheel, pinch. */

import type { Square } from "../../game/types";
import { onEscape, SLOP } from "../pointer";

export interface ControlHost {
  squareAt(x: number, y: number): Square | null;
  mayDrag(square: Square): boolean;
  tap(square: Square, x: number, y: number, isFinger: boolean): void;
  grab(square: Square): void;
  carry(square: Square, x: number, y: number): void;
  drop(square: Square, cancelled: boolean): void;
  turn(dx: number, dy: number): void;
  zoom(factor: number, x: number, y: number): void;
  slide(fromX: number, fromY: number, toX: number, toY: number): void;
}

interface Finger {
  x: number;
  y: number;
}

/** Listens on the canvas until the returned function is called. Points are in CSS pixels of the page. */
export function control(canvas: HTMLCanvasElement, host: ControlHost): () => void {
  const fingers = new Map<number, Finger>();
  let square: Square | null = null;
  let start: Finger = { x: 0, y: 0 };
  let doing: "nothing" | "press" | "turn" | "drag" | "pinch" = "nothing";

  const pair = () => {
    const [one, two] = [...fingers.values()];
    if (!one || !two) return null;
    return { x: (one.x + two.x) / 2, y: (one.y + two.y) / 2, apart: Math.hypot(one.x - two.x, one.y - two.y) };
  };
  const down = (event: PointerEvent) => {
    if (event.pointerType === "mouse" && event.button !== 0 && event.button !== 2) return;
    canvas.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (fingers.size === 1) {
      start = { x: event.clientX, y: event.clientY };
      square = event.button === 2 ? null : host.squareAt(event.clientX, event.clientY);
      doing = "press";
    } else {
      if (doing === "drag" && square !== null) host.drop(square, true);
      doing = fingers.size === 2 ? "pinch" : "nothing";
    }
  };
  const move = (event: PointerEvent) => {
    const finger = fingers.get(event.pointerId);
    if (!finger) return;
    const before = pair();
    const [dx, dy] = [event.clientX - finger.x, event.clientY - finger.y];
    finger.x = event.clientX;
    finger.y = event.clientY;
    if (doing === "press" && Math.hypot(finger.x - start.x, finger.y - start.y) > SLOP) {
      doing = square !== null && host.mayDrag(square) ? "drag" : "turn";
      if (doing === "drag" && square !== null) host.grab(square);
    }
    if (doing === "turn") host.turn(dx, dy);
    if (doing === "drag" && square !== null) host.carry(square, finger.x, finger.y);
    const after = pair();
    if (doing === "pinch" && before && after) {
      if (before.apart > 0) host.zoom(after.apart / before.apart, after.x, after.y);
      host.slide(before.x, before.y, after.x, after.y);
    }
  };
  const end = (event: PointerEvent) => {
    if (!fingers.delete(event.pointerId)) return;
    const done = doing;
    const at = square;
    doing = doing === "pinch" && fingers.size === 1 ? "turn" : fingers.size === 0 ? "nothing" : doing;
    if (at === null) return;
    const cancelled = event.type === "pointercancel";
    if (done === "drag") host.drop(at, cancelled);
    if (done === "press" && !cancelled) host.tap(at, event.clientX, event.clientY, event.pointerType === "touch");
    if (done === "drag" || done === "press") square = null;
  };
  const stopEscape = onEscape(() => {
    if (doing !== "drag" || square === null) return;
    doing = "nothing";
    host.drop(square, true);
    square = null;
  });
  const wheel = (event: WheelEvent) => {
    event.preventDefault();
    const pixels = event.deltaMode === 1 ? event.deltaY * 30 : event.deltaY;
    host.zoom(Math.exp(-Math.max(-160, Math.min(160, pixels)) * 0.0016), event.clientX, event.clientY);
  };
  const menu = (event: Event) => event.preventDefault();

  canvas.addEventListener("pointerdown", down);
  canvas.addEventListener("pointermove", move);
  canvas.addEventListener("pointerup", end);
  canvas.addEventListener("pointercancel", end);
  canvas.addEventListener("wheel", wheel, { passive: false });
  canvas.addEventListener("contextmenu", menu);
  return () => {
    stopEscape();
    canvas.removeEventListener("pointerdown", down);
    canvas.removeEventListener("pointermove", move);
    canvas.removeEventListener("pointerup", end);
    canvas.removeEventListener("pointercancel", end);
    canvas.removeEventListener("wheel", wheel);
    canvas.removeEventListener("contextmenu", menu);
  };
}
