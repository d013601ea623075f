// @vitest-environment happy-dom
import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Sample, sample, sampleSystem } from "../board/sample";
import { WordsContext } from "../words";
import { en } from "../words/en";
import { GameBoard } from "./game-board";

vi.mock("../services", () => ({ openStore: () => undefined }));

let host: HTMLElement;

beforeEach(() => {
  host = document.body.appendChild(document.createElement("div"));
});

afterEach(() => {
  render(null, host);
  host.remove();
});

/** What is said of a square on a board of the sample. */
function show(name: Sample, part: string | null = null): (square: string) => string | null | undefined {
  const system = sampleSystem(name);
  const own = system.sides[0] ?? "";
  const spec = {
    ...{ system, own, near: own, part, pieces: sample(system, own, false, name), selected: null, targets: [] },
    ...{ last: null, guesses: {}, disabled: true, onSquare: () => undefined },
  };
  act(() =>
    render(
      <WordsContext.Provider value={{ lang: "en", words: en }}>
        <GameBoard flat spec={spec} />
      </WordsContext.Provider>,
      host,
    ),
  );
  return (square) => host.querySelector(`[data-square="${square}"]`)?.getAttribute("aria-label");
}

it("says what a point is", () => {
  const label = show("dark");
  expect(label("b3")).toBe("b3, camp, empty");
  expect(label("d12")).toBe("d12, headquarters, enemy piece");
  expect(label("c7")).toBe("c7, on the railway, empty");
  expect(label("b9")).toBe("b9, enemy piece");
});

it("says nothing of the kind where squares are joined side by side", () => {
  expect(show("gunjin")("hq8")).toBe("The enemy headquarters, enemy piece");
});

it("shows a side's territory alone, on boards where that is worth it", () => {
  show("four", "south");
  expect(host.querySelectorAll("[data-square]")).toHaveLength(30);
  show("gunjin", "first");
  expect(host.querySelectorAll("[data-square]")).toHaveLength(46);
});
