/** Taps and drags on a drawing of squares, mouse and touch alike. */

import type { Square } from "../game/types";

/** Further than this, in CSS pixels, a press is no tap. */
export const SLOP = 7;

export interface PointerHost {
  squareAt(clientX: number, clientY: number): Square | null;
  /** May the piece on this square be dragged now? */
  mayDrag(square: Square): boolean;
  /** `square` null: beside all squares. */
  tap(square: Square | null, clientX: number, clientY: number, isFinger: boolean): void;
  /** Two fingers: how much further apart they are, round which point, and how far that went. */
  pinch?(factor: number, clientX: number, clientY: number, dx: number, dy: number): void;
  /** One finger went on where nothing is to be dragged. */
  slide?(dx: number, dy: number): void;
  grab(square: Square): void;
  /** While dragging. */
  carry(square: Square, clientX: number, clientY: number, over: Square | null): void;
  drop(square: Square, over: Square | null): void;
}

/** Tells of the Escape key until the returned function is called; whoever else listens hears it too. */
export function onEscape(tell: () => void): () => void {
  const listener = (event: KeyboardEvent) => {
    if (event.key === "Escape") tell();
  };
  document.addEventListener("keydown", listener);
  return () => document.removeEventListener("keydown", listener);
}

/** Listens on `element` until the returned function is called. */
export function listen(element: Element, host: PointerHost): () => void {
  let press: { id: number; x: number; y: number; square: Square | null; dragging: boolean; tap: boolean } | null = null;

  const fingers = new Map<number, { x: number; y: number }>();
  const pair = () => {
    const [one, two, ...more] = [...fingers.values()];
    if (!one || !two || more.length > 0) return null;
    return { x: (one.x + two.x) / 2, y: (one.y + two.y) / 2, apart: Math.hypot(one.x - two.x, one.y - two.y) };
  };

  const down = (event: Event) => {
    if (!(event instanceof PointerEvent) || event.button !== 0) return;
    // why: a finger on a piece that left the board meanwhile is never told to have gone
    if (event.isPrimary) fingers.clear();
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (press) {
      if (press.dragging && press.square) host.drop(press.square, null);
      press = null;
      return;
    }
    const { pointerId: id, clientX: x, clientY: y } = event;
    press = { id, x, y, square: host.squareAt(x, y), dragging: false, tap: true };
  };
  const move = (event: Event) => {
    const finger = event instanceof PointerEvent && fingers.get(event.pointerId);
    if (!finger) return;
    const { clientX, clientY } = event;
    const before = pair();
    const [dx, dy] = [clientX - finger.x, clientY - finger.y];
    [finger.x, finger.y] = [clientX, clientY];
    const after = pair();
    if (before && after) {
      if (before.apart > 0)
        host.pinch?.(after.apart / before.apart, after.x, after.y, after.x - before.x, after.y - before.y);
      return;
    }
    if (event.pointerId !== press?.id) return;
    if (!press.dragging && Math.hypot(clientX - press.x, clientY - press.y) > SLOP) {
      press.tap = false;
      if (press.square && host.mayDrag(press.square)) {
        press.dragging = true;
        element.setPointerCapture(press.id);
        host.grab(press.square);
      }
    }
    if (press.dragging && press.square) {
      host.carry(press.square, clientX, clientY, host.squareAt(clientX, clientY));
    } else if (!press.tap) host.slide?.(dx, dy);
  };
  const end = (event: Event, cancelled: boolean) => {
    if (!(event instanceof PointerEvent)) return;
    fingers.delete(event.pointerId);
    if (event.pointerId !== press?.id) return;
    const { square, dragging, tap } = press;
    const { clientX, clientY, pointerType } = event;
    press = null;
    if (dragging && square) host.drop(square, cancelled ? null : host.squareAt(clientX, clientY));
    else if (tap && !cancelled) host.tap(square, clientX, clientY, pointerType === "touch");
  };
  const stopEscape = onEscape(() => {
    if (!press?.dragging || !press.square) return;
    const { square } = press;
    press = null;
    host.drop(square, null);
  });
  const up = (event: Event) => end(event, false);
  const cancel = (event: Event) => end(event, true);

  // why: the page would scroll instead; touch-action is not heeded on parts of an SVG everywhere
  const touch = (event: Event) => {
    // why: a page that scrolls already cannot be held, and the browser complains of the attempt
    if (!(event instanceof TouchEvent) || event.touches.length !== 1 || !event.cancelable) return;
    const finger = event.touches[0];
    const square = finger ? host.squareAt(finger.clientX, finger.clientY) : null;
    if (square !== null && host.mayDrag(square)) event.preventDefault();
  };

  element.addEventListener("touchstart", touch, { passive: false });
  element.addEventListener("pointerdown", down);
  element.addEventListener("pointermove", move);
  element.addEventListener("pointerup", up);
  element.addEventListener("pointercancel", cancel);
  return () => {
    stopEscape();
    element.removeEventListener("touchstart", touch);
    element.removeEventListener("pointerdown", down);
    element.removeEventListener("pointermove", move);
    element.removeEventListener("pointerup", up);
    element.removeEventListener("pointercancel", cancel);
  };
}
