// @vitest-environment happy-dom
import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { MatchSeat } from "../../game/types";
import { WordsContext } from "../../words";
import { en } from "../../words/en";
import { LeaveTools } from "./leave";
import type { Seated } from "./seated";

vi.mock("../../services", () => ({ api: {}, openStore: () => undefined }));

const leave = vi.fn();
const COMPUTER = { name: "Computer", kind: "bot", level: "beginner" };
const FRIEND = { name: "Ann", kind: "guest", level: null };
let host: HTMLElement;

beforeEach(() => {
  HTMLDialogElement.prototype.showModal ??= () => undefined;
  leave.mockReset().mockResolvedValue(undefined);
  host = document.body.appendChild(document.createElement("div"));
});
afterEach(() => {
  render(null, host);
  host.remove();
});

/** Press the button to leave, and read the title of the question, "" where none is asked. */
async function press(phase: string, player: unknown): Promise<string> {
  const seats = [{ side: "first" }, { side: "second", player }] as unknown as MatchSeat[];
  const seated = { own: "first", leave, room: {}, store: {}, snapshot: { phase, seats } } as unknown as Seated;
  await act(async () => {
    render(
      <WordsContext.Provider value={{ lang: "en", words: en }}>
        <LeaveTools seated={seated} />
      </WordsContext.Provider>,
      host,
    );
  });
  const button = [...host.querySelectorAll("button")].find((each) => each.textContent === en.play.chooseMode);
  await act(async () => button?.click());
  return host.querySelector("h2")?.textContent ?? "";
}

it.each([FRIEND, COMPUTER])("says that leaving a running game resigns it, and leaves only then", async (player) => {
  expect(await press("playing", player)).toBe(en.play.leaveTitle);
  expect(leave).not.toHaveBeenCalled();
  const yes = [...host.querySelectorAll<HTMLButtonElement>("dialog .danger")].at(-1);
  expect(yes?.textContent).toBe(en.play.leaveYes);
  await act(async () => yes?.click());
  expect(leave).toHaveBeenCalledOnce();
});

it.each([null, COMPUTER])("asks nothing where nothing ends", async (player) => {
  expect(await press("layout", player)).toBe("");
  expect(leave).toHaveBeenCalledOnce();
});

it("asks, without a word of resigning, where somebody else lays out already", async () => {
  expect(await press("layout", FRIEND)).toBe(en.play.chooseMode);
  expect(leave).not.toHaveBeenCalled();
});
