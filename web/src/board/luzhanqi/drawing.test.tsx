// @vitest-environment happy-dom
import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Board } from "../board";
import { planOf } from "../drawings";
import { FlatMarks } from "../flat-marks";
import { paintOf } from "../look";
import type { BoardMode, BoardProps } from "../props";
import { type Sample, sample, sampleSystem } from "../sample";

let host: HTMLElement;

beforeEach(() => {
  host = document.createElement("div");
  document.body.append(host);
});

afterEach(() => {
  render(null, host);
  host.remove();
});

function shown(name: Sample, more: Partial<BoardProps>): BoardProps {
  const system = sampleSystem(name);
  const side = system.sides[0] ?? "";
  return {
    system,
    pieces: sample(system, side, false, name),
    near: side,
    viewer: side,
    selected: null,
    targets: [],
    last: null,
    guesses: {},
    kindName: (kind) => kind,
    face: (kind) => `[${kind}]`,
    label: (square) => `point ${square}`,
    disabled: false,
    onSquare: () => undefined,
    words: { board: "Board", slanted: "Slanted", top: "Top", nearer: "Nearer", whole: "Whole" },
    ...more,
  };
}

function show(name: Sample, mode: BoardMode, more: Partial<BoardProps> = {}) {
  act(() => render(<Board mode={mode} {...shown(name, more)} />, host));
}

const button = (square: string) => host.querySelector<HTMLButtonElement>(`[data-square="${square}"]`);
const worn = (square: string) => button(square)?.className.split(" ") ?? [];

describe.each(["buttons", "2d"] as const)("the buttons of %s", (mode) => {
  it("are one for each point, in the rows seen from the own side", () => {
    show("dark", mode);
    expect(host.querySelectorAll("button[data-square]")).toHaveLength(60);
    expect(host.querySelectorAll("[role=row]")).toHaveLength(12);
    show("four", mode, { near: "west", viewer: "west" });
    expect(host.querySelectorAll("button[data-square]")).toHaveLength(129);
    expect(host.querySelector("[role=row]:last-child [data-square]")?.getAttribute("data-square")).toBe("Wa1");
    expect(button("m22")?.getAttribute("aria-label")).toBe("point m22");
  });

  it("holds no kind but those the data tells", () => {
    for (const name of ["dark", "flip", "four"] as const) {
      const system = sampleSystem(name);
      const pieces = sample(system, "nobody", false, name).map((piece) => ({ ...piece, kind: null }));
      show(name, mode, { pieces });
      for (const { key } of system.kinds) expect(host.innerHTML).not.toContain(`[${key}]`);
    }
  });
});

describe("what is drawn", () => {
  it("tells camps, headquarters and points on rails from others", () => {
    show("dark", "buttons");
    expect(worn("b3")).toContain("on-camp");
    expect(worn("d12")).toEqual(expect.arrayContaining(["on-headquarters"]));
    expect([worn("a2").includes("on-rail"), worn("a1").includes("on-rail")]).toEqual([true, false]);
    expect(host.querySelectorAll(".is-front > .grid-crossing")).toHaveLength(3);
  });

  it("gives four sides four paints, two colours of turned up pieces two, and nobody's pieces another", () => {
    const four = sampleSystem("four");
    expect(four.sides.map((side) => paintOf(four, { side }))).toEqual(["vermilion", "indigo", "wood", "jade"]);
    const flip = sampleSystem("flip");
    expect(paintOf(flip, { side: "second", army: "red" })).toBe("vermilion");
    expect(paintOf(flip, { side: null, army: "blue" })).toBe("indigo");
    expect(paintOf(flip, { side: null, army: null })).toBe("plain");
  });

  it("draws the way of a ply by rail, and of the one that is looked at", () => {
    const ways = () => [...host.querySelectorAll(".flat-way")].map((path) => path.getAttribute("d"));
    show("dark", "2d", { last: ["a6", "a8"] });
    expect(ways()).toHaveLength(2);
    show("dark", "2d", { last: ["b3", "c4"] });
    expect(ways()).toHaveLength(0);
    const marks = shown("dark", { pieces: [], selected: "a2", targets: [{ square: "a7", attack: false }] });
    const plan = planOf(marks.system, "first");
    act(() => render(<FlatMarks {...marks} plan={plan} layer="above" focus="a7" over={null} />, host));
    expect(ways()).toHaveLength(2);
    act(() => render(<FlatMarks {...marks} plan={plan} layer="above" focus="a8" over={null} />, host));
    expect(ways()).toHaveLength(0);
  });

  it("marks a flag that is known to be under a piece or behind its back", () => {
    show("dark", "2d", { flags: ["d12"] });
    expect(host.querySelectorAll(".flat-flag")).toHaveLength(1);
    show("dark", "buttons", { flags: ["d12"] });
    expect(worn("d12")).toContain("has-flag");
  });
});
