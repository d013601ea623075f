// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { listen } from "./pointer";
import { control } from "./scene/control";

let canvas: HTMLCanvasElement;

beforeEach(() => {
  canvas = document.createElement("canvas");
  canvas.setPointerCapture = () => undefined;
  document.body.append(canvas);
});

afterEach(() => canvas.remove());

function point(type: string, x: number): void {
  canvas.dispatchEvent(new PointerEvent(type, { pointerId: 1, button: 0, clientX: x, clientY: 0, bubbles: true }));
}

function press(key: string): void {
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
}

/** Squares are ten pixels wide. */
const squareAt = (x: number) => `s${Math.floor(x / 10)}`;

const drawings = {
  flat(drop: (square: string, onto: string | null) => void, tap: () => void) {
    return listen(canvas, { squareAt, mayDrag: () => true, tap, grab: vi.fn(), carry: vi.fn(), drop });
  },
  "3D"(drop: (square: string, onto: string | null) => void, tap: () => void) {
    let over = "";
    return control(canvas, {
      squareAt,
      mayDrag: () => true,
      tap,
      grab: vi.fn(),
      carry: (_, x) => {
        over = squareAt(x);
      },
      drop: (square, cancelled) => drop(square, cancelled ? null : over),
      turn: vi.fn(),
      zoom: vi.fn(),
      slide: vi.fn(),
    });
  },
};

describe.each(["flat", "3D"] as const)("a drag on the %s board", (name) => {
  it("ends where the pointer is let go", () => {
    const [drop, tap] = [vi.fn(), vi.fn()];
    const stop = drawings[name](drop, tap);
    point("pointerdown", 5);
    point("pointermove", 25);
    press("a");
    point("pointerup", 25);
    expect(drop.mock.calls).toEqual([["s0", "s2"]]);
    expect(tap).not.toHaveBeenCalled();
    stop();
  });

  it("is given up by Escape, and letting go means nothing then", () => {
    const [drop, tap] = [vi.fn(), vi.fn()];
    const stop = drawings[name](drop, tap);
    point("pointerdown", 5);
    point("pointermove", 25);
    press("Escape");
    point("pointermove", 35);
    point("pointerup", 35);
    press("Escape");
    expect(drop.mock.calls).toEqual([["s0", null]]);
    expect(tap).not.toHaveBeenCalled();
    point("pointerdown", 5);
    point("pointerup", 5);
    expect(tap).toHaveBeenCalledTimes(1);
    stop();
  });
});

it.each([
  [true, "keeps the page from scrolling"],
  [false, "leaves a page alone that scrolls already"],
])("a touch that begins a drag (cancelable: %s) %s", (cancelable) => {
  const stop = listen(canvas, {
    ...{ squareAt, mayDrag: () => true },
    ...{ tap: vi.fn(), grab: vi.fn(), carry: vi.fn(), drop: vi.fn() },
  });
  const touch = new TouchEvent("touchstart", { cancelable, touches: [{ clientX: 5, clientY: 5 } as Touch] });
  const prevented = vi.spyOn(touch, "preventDefault");
  canvas.dispatchEvent(touch);
  expect(prevented).toHaveBeenCalledTimes(cancelable ? 1 : 0);
  stop();
});

describe("fingers on the flat board", () => {
  const finger = (type: string, pointerId: number, clientX: number, clientY = 0) =>
    canvas.dispatchEvent(
      new PointerEvent(type, { pointerId, button: 0, clientX, clientY, pointerType: "touch", bubbles: true }),
    );
  const open = () => {
    const host = { tap: vi.fn(), pinch: vi.fn(), slide: vi.fn(), grab: vi.fn(), carry: vi.fn(), drop: vi.fn() };
    return { host, stop: listen(canvas, { ...host, squareAt, mayDrag: (square) => square === "s0" }) };
  };

  it("tap where they are, beside all squares too", () => {
    const host = { tap: vi.fn(), grab: vi.fn(), carry: vi.fn(), drop: vi.fn() };
    const stop = listen(canvas, { ...host, squareAt: () => null, mayDrag: () => false });
    finger("pointerdown", 1, 15, 4);
    finger("pointerup", 1, 15, 4);
    expect(host.tap.mock.calls).toEqual([[null, 15, 4, true]]);
    stop();
  });

  it("make it larger, two of them, and tap nothing", () => {
    const { host, stop } = open();
    finger("pointerdown", 1, 20);
    finger("pointerdown", 2, 40);
    finger("pointermove", 2, 60);
    expect(host.pinch.mock.calls).toEqual([[2, 40, 0, 10, 0]]);
    finger("pointerup", 1, 20);
    finger("pointermove", 2, 90);
    finger("pointerup", 2, 90);
    expect(host.pinch).toHaveBeenCalledTimes(1);
    expect([host.tap, host.slide, host.drop].flatMap(({ mock }) => mock.calls)).toEqual([]);
    stop();
  });

  it("count anew with the first one, whatever became of those before", () => {
    const { host, stop } = open();
    finger("pointerdown", 1, 15);
    canvas.dispatchEvent(
      new PointerEvent("pointerdown", { pointerId: 2, button: 0, clientX: 40, isPrimary: true, pointerType: "touch" }),
    );
    finger("pointermove", 2, 60);
    expect(host.pinch).not.toHaveBeenCalled();
    stop();
  });

  it("shift it, a single one, where it drags no piece", () => {
    const { host, stop } = open();
    finger("pointerdown", 1, 15);
    finger("pointermove", 1, 17);
    finger("pointermove", 1, 35, 4);
    finger("pointerup", 1, 35, 4);
    expect(host.slide.mock.calls).toEqual([[18, 4]]);
    finger("pointerdown", 1, 5);
    finger("pointermove", 1, 25);
    finger("pointerup", 1, 25);
    expect(host.slide).toHaveBeenCalledTimes(1);
    expect(host.drop.mock.calls).toEqual([["s0", "s2"]]);
    stop();
  });
});
