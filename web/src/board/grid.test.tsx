// @vitest-environment happy-dom
import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { System } from "../game/types";
import { Board } from "./board";
import fixture from "./gunjin.fixture.json";
import type { BoardMode, BoardProps } from "./props";
import { sample } from "./sample";

const system = fixture as unknown as System;
const symbols = new Map(system.kinds.map((kind) => [kind.key, kind.symbol]));
let host: HTMLElement;

beforeEach(() => {
  host = document.createElement("div");
  document.body.append(host);
});

afterEach(() => {
  render(null, host);
  host.remove();
});

function show(mode: BoardMode, more: Partial<BoardProps> = {}) {
  const onSquare = vi.fn();
  const props: BoardProps = {
    system,
    pieces: sample(system, "first"),
    near: "first",
    viewer: "first",
    selected: "b5",
    targets: [
      { square: "c5", attack: false },
      { square: "b6", attack: true },
    ],
    last: ["c5", "c4"],
    guesses: { b6: "mine" },
    kindName: (kind) => kind,
    face: (kind) => symbols.get(kind) ?? kind,
    label: (square) => `square ${square}`,
    disabled: false,
    onSquare,
    words: { board: "Board", slanted: "Slanted", top: "Top", nearer: "Nearer", whole: "Whole" },
    ...more,
  };
  act(() => render(<Board mode={mode} {...props} />, host));
  return onSquare;
}

const button = (square: string) => host.querySelector<HTMLButtonElement>(`[data-square="${square}"]`);
const press = (key: string) =>
  act(() => {
    document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  });
const focused = () => (document.activeElement as HTMLElement | null)?.dataset.square;

describe.each(["buttons", "2d"] as const)("the buttons of %s", (mode) => {
  it("are one named grid with one tab stop and a label each", () => {
    show(mode);
    expect(host.querySelectorAll("[role=grid]")).toHaveLength(1);
    expect(host.querySelector("[role=grid]")?.getAttribute("aria-label")).toBe("Board");
    expect(host.querySelectorAll("[role=row]")).toHaveLength(8);
    expect(host.querySelectorAll("button[data-square]")).toHaveLength(system.squares.length);
    expect(host.querySelectorAll("button[tabindex='0']")).toHaveLength(1);
    expect(button("d4")?.getAttribute("aria-label")).toBe("square d4");
    expect(button("b5")?.getAttribute("aria-pressed")).toBe("true");
    expect(button("hq1")?.parentElement?.getAttribute("aria-colspan")).toBe("2");
  });

  it("are walked by keys, the headquarters being one stop", () => {
    show(mode);
    act(() => button("b1")?.focus());
    press("ArrowRight");
    expect(focused()).toBe("hq1");
    press("ArrowRight");
    expect(focused()).toBe("e1");
    press("Home");
    expect(focused()).toBe("a1");
    press("ArrowUp");
    expect(focused()).toBe("a2");
    press("End");
    expect(focused()).toBe("f2");
    expect(host.querySelectorAll("button[tabindex='0']")).toHaveLength(1);
  });

  it("choose a square, and none while nothing may be chosen", () => {
    const chosen = show(mode);
    act(() => button("c5")?.click());
    expect(chosen).toHaveBeenCalledWith("c5");
    const deaf = show(mode, { disabled: true });
    act(() => button("c5")?.click());
    expect(deaf).not.toHaveBeenCalled();
    expect(button("c5")?.getAttribute("aria-disabled")).toBe("true");
  });
});

describe("what is drawn", () => {
  it("marks squares", () => {
    show("buttons");
    expect(button("b5")?.className).toContain("is-selected");
    expect(button("c5")?.className).toContain("is-move");
    expect(button("b6")?.className).toContain("is-attack");
    expect(button("c4")?.className).toContain("is-last");
  });

  it("writes guesses on hidden pieces only", () => {
    show("buttons", { guesses: { b6: "mine", d4: "mine" } });
    expect(button("b6")?.querySelector(".grid-guess")?.getAttribute("data-text")).toBe("地雷");
    expect(button("d4")?.querySelector(".grid-guess")).toBeNull();
  });

  it.each(["buttons", "2d"] as const)("holds no face but those the data tells (%s)", (mode) => {
    const none = sample(system, "first").map((piece) => ({ ...piece, kind: null }));
    show(mode, { pieces: none, guesses: {} });
    for (const symbol of symbols.values()) expect(host.innerHTML).not.toContain(symbol);
  });

  it("shows the flat board, and no view buttons, where WebGL is missing", () => {
    show("3d");
    expect(host.querySelector(".flat")).not.toBeNull();
    expect(host.querySelector("canvas")).toBeNull();
    expect(host.querySelector(".board-view")).toBeNull();
  });
});

describe("what a square wears", () => {
  const worn = (square: string) => button(square)?.className.split(" ") ?? [];
  const hidden = () => sample(system, "first").filter((piece) => piece.side === "second");

  it("has its name on it, whoever stands there, in the buttons", () => {
    show("buttons");
    const names = [...host.querySelectorAll<HTMLElement>(".grid-name")].map((one) => one.dataset.text);
    expect(names.sort()).toEqual(system.squares.map((one) => one.name).sort());
  });

  it("is a mark on hidden pieces that have moved, only where it is wanted", () => {
    const pieces = hidden().map((piece, index) => ({ ...piece, kind: null, moved: index === 0 }));
    const [first, second] = pieces.map((piece) => piece.square);
    show("buttons", { pieces });
    expect(host.querySelector(".has-moved")).toBeNull();
    show("buttons", { pieces, showMoved: true });
    expect([worn(first ?? "").includes("has-moved"), worn(second ?? "").includes("has-moved")]).toEqual([true, false]);
    show("2d", { pieces, showMoved: true });
    expect(host.querySelectorAll(".flat-moved")).toHaveLength(1);
  });

  it("tells where a piece may not go, and where it would win", () => {
    const more = { barred: ["a1"], targets: [{ square: "hq8", attack: false, wins: true }], pieces: [] };
    show("buttons", more);
    expect([worn("a1").includes("is-barred"), worn("hq8").includes("is-wins")]).toEqual([true, true]);
    show("2d", more);
    expect(host.querySelectorAll(".flat-barred, .flat-wins")).toHaveLength(2);
  });
});
