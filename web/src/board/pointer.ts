/** Taps and drags on a drawing of squares, mouse and touch alike. */

import type { Square } from "../game/types";

/** Further than this, in CSS pixels, a press is no tap. */
export const SLOP = 7;

export interface PointerHost {
  squareAt(clientX: number, clientY: number): Square | null;
  /** May the piece on this square be dragged now? */
  mayDrag(square: Square): boolean;
  tap(square: Square): void;
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

  const down = (event: Event) => {
    if (!(event instanceof PointerEvent) || event.button !== 0) return;
    if (press) {
      if (press.dragging && press.square) host.drop(press.square, null);
      press = null;
      return;
    }
    const { pointerId: id, clientX: x, clientY: y } = event;
    press = { id, x, y, square: host.squareAt(x, y), dragging: false, tap: true };
  };
  const move = (event: Event) => {
    if (!(event instanceof PointerEvent) || event.pointerId !== press?.id) return;
    const { clientX, clientY } = event;
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
    }
  };
  const end = (event: Event, cancelled: boolean) => {
    if (!(event instanceof PointerEvent) || event.pointerId !== press?.id) return;
    const { square, dragging, tap } = press;
    press = null;
    if (!square) return;
    if (dragging) host.drop(square, cancelled ? null : host.squareAt(event.clientX, event.clientY));
    else if (tap && !cancelled) host.tap(square);
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
