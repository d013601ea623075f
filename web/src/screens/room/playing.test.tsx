// @vitest-environment happy-dom
import { signal } from "@preact/signals";
import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import described from "../../board/gunjin.fixture.json";
import type { MatchStore } from "../../game/contracts";
import type { Snapshot, System } from "../../game/types";
import { WordsContext } from "../../words";
import { en } from "../../words/en";
import { type Playing, usePlaying } from "./playing";

const system = described as unknown as System;
const piece = (square: string, side: string, kind: string | null) => ({
  square,
  side,
  origin: square,
  moved: false,
  kind,
});
const view = { pieces: [piece("b4", "first", "general"), piece("b5", "second", null), piece("f8", "second", null)] };
const before = {
  match: "m-1",
  phase: "playing",
  turn: "first",
  version: 2,
  view,
  legal_plies: [["b4", "b5"]],
} as unknown as Snapshot;
/** The attacker fell, and the server was so quick that the next click comes after its answer. */
const after = { ...before, turn: "second", version: 3, legal_plies: [], view: { pieces: view.pieces.slice(1) } };

let host: HTMLElement;
let playing: Playing;
const play = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  play.mockReset().mockResolvedValue(undefined);
  host = document.createElement("div");
});

afterEach(() => {
  render(null, host);
  vi.useRealTimers();
});

const store = { busy: signal(false), play } as unknown as MatchStore;

function Screen({ snapshot }: { snapshot: Snapshot }) {
  playing = usePlaying({ system, store, snapshot, own: "first", notes: true });
  return null;
}

function show(snapshot: unknown): void {
  const screen = (
    <WordsContext.Provider value={{ lang: "en", words: en }}>
      <Screen snapshot={snapshot as Snapshot} />
    </WordsContext.Provider>
  );
  act(() => render(screen, host));
}

const press = (square: string) => act(() => playing.onSquare(square));

describe("after an own ply was sent", () => {
  beforeEach(() => {
    show(before);
    press("b4");
    press("b5");
    expect(play).toHaveBeenCalledExactlyOnceWith(["b4", "b5"]);
    show(after);
  });

  it("the second click of a double click does nothing", () => {
    vi.advanceTimersByTime(300);
    press("b5");
    expect([playing.noting, playing.selected, playing.message]).toEqual([null, null, null]);
  });

  it("nor does a hasty click on any other enemy piece", () => {
    press("f8");
    expect(playing.noting).toBeNull();
  });

  it("an enemy piece is noted again a moment later", () => {
    vi.advanceTimersByTime(600);
    press("b5");
    expect(playing.noting).toBe("b5");
  });
});

it("a quick answer to a quick opponent is no double click", () => {
  show(before);
  press("b4");
  press("b5");
  show({
    ...before,
    version: 4,
    legal_plies: [["c4", "b5"]],
    view: { pieces: [piece("c4", "first", "spy"), ...view.pieces.slice(1)] },
  });
  press("c4");
  press("b5");
  expect(play).toHaveBeenLastCalledWith(["c4", "b5"]);
});

it("a piece that is dropped on an enemy is not asked about either", () => {
  show(before);
  act(() => playing.onDrag("b4", "b5"));
  show(after);
  press("b5");
  expect(playing.noting).toBeNull();
});

describe("where pieces are turned up", () => {
  const down = (square: string) => ({ ...piece(square, "", null), side: null, army: null });
  const face = { ...piece("b4", "first", "engineer"), army: "red" };
  const flip = {
    ...before,
    view: { pieces: [face, down("b5"), down("f8")] },
    legal_plies: [["b5"], ["f8"], ["b4", "a4"], ["b4", "a4", "carry"]],
  };

  it("a quick answer leaves the next piece to be turned up at once", () => {
    show(flip);
    press("b5");
    show({ ...flip, version: 4, legal_plies: [["f8"]] });
    press("f8");
    expect(play.mock.calls).toEqual([[["b5"]], [["f8"]]]);
    expect(playing.noting).toBeNull();
  });

  it("a piece on a flag is asked whether the flag goes along", () => {
    show(flip);
    press("b4");
    expect(playing.targets.map(({ square }) => square)).toEqual(["a4"]);
    press("a4");
    expect(playing.asking).toHaveLength(2);
    act(() => playing.answer(null));
    expect(playing.asking).toBeNull();
    expect(play).not.toHaveBeenCalled();
    press("a4");
    act(() => playing.answer(["b4", "a4", "carry"]));
    expect(play).toHaveBeenCalledExactlyOnceWith(["b4", "a4", "carry"]);
  });
});

it("the second click on the square of the last ply does not choose the piece that came there", () => {
  show(before);
  press("b4");
  press("b5");
  const won = [piece("b5", "first", "general"), piece("f8", "second", null)];
  show({ ...before, version: 4, legal_plies: [["b5", "b6"]], view: { pieces: won } });
  press("b5");
  expect(playing.selected).toBeNull();
  vi.advanceTimersByTime(600);
  press("b5");
  expect(playing.selected).toBe("b5");
});

describe("the message and the choice", () => {
  const prompt = "General on b4: 1 square";
  const pieces = [...view.pieces, piece("a1", "first", "mine")];
  const pressEscape = () => act(() => void document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" })));

  beforeEach(() => show({ ...before, view: { pieces } }));

  it("name the chosen piece, and go together", () => {
    press("b4");
    expect([playing.selected, playing.message]).toEqual(["b4", prompt]);
    press("b4");
    expect([playing.selected, playing.message]).toEqual([null, null]);
  });

  it.each(["f8", "c4"])("a square out of reach (%s) leaves the piece chosen, says so and opens no note", (square) => {
    press("b4");
    press(square);
    expect([playing.selected, playing.noting]).toEqual(["b4", null]);
    expect(playing.message).toBe(`Out of reach for your general: ${square}`);
    press("b4");
    expect([playing.selected, playing.message]).toEqual([null, null]);
    press("f8");
    expect(playing.noting).toBe("f8");
  });

  it("a piece that cannot move says so and leaves the other one chosen", () => {
    press("b4");
    press("a1");
    expect([playing.selected, playing.message]).toEqual(["b4", "Mine on a1 cannot move now."]);
  });

  it("a piece in the hand is the chosen one, and a drop out of reach says why", () => {
    act(() => playing.onGrab("b4"));
    expect([playing.selected, playing.message]).toEqual(["b4", prompt]);
    act(() => playing.onDrag("b4", "c6"));
    expect([playing.selected, playing.message]).toEqual(["b4", "Out of reach for your general: c6"]);
    act(() => playing.onDrag("a1", "c6"));
    expect(playing.message).toBe("Mine on a1 cannot move now.");
  });

  it("Escape takes back both", () => {
    press("b4");
    press("c4");
    pressEscape();
    expect([playing.selected, playing.message]).toEqual([null, null]);
    expect(playing.targets).toEqual([]);
  });

  it("a new ply takes back both, and a new match closes the note", () => {
    press("b4");
    show({ ...after, view: { pieces } });
    expect([playing.selected, playing.message]).toEqual([null, null]);
    press("b5");
    expect(playing.noting).toBe("b5");
    show({ ...before, match: "m-2", view: { pieces } });
    expect(playing.noting).toBeNull();
  });
});

describe("notes", () => {
  const kept = () => localStorage.getItem("gyoji.guesses");

  it("are shared with other tabs of the match, and gone with it", () => {
    show(before);
    act(() => playing.note("b5", "spy"));
    expect([playing.guesses, kept()?.includes("m-1")]).toEqual([{ b5: "spy" }, true]);
    localStorage.setItem("gyoji.guesses", JSON.stringify({ "m-1": { at: Date.now(), notes: { f8: "mine" } } }));
    act(() => void dispatchEvent(new StorageEvent("storage", { key: "gyoji.guesses" })));
    expect(playing.guesses).toEqual({ f8: "mine" });
    show({ ...before, phase: "over", turn: null });
    expect(kept()).toBeNull();
  });
});
