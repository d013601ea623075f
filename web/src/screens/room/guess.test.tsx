// @vitest-environment happy-dom
import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import described from "../../board/gunjin.fixture.json";
import type { Deduction, Snapshot, System } from "../../game/types";
import { settings } from "../../settings";
import { WordsContext } from "../../words";
import { en } from "../../words/en";
import { GuessDialog } from "./guess";
import type { Playing } from "./playing";
import type { Seated } from "./seated";

const deductions = vi.hoisted(() => vi.fn());
vi.mock("../../services", () => ({ api: { deductions }, openStore: () => undefined }));

const system = described as unknown as System;
const piece = { square: "b5", side: "second", origin: "b6", moved: true, kind: null };
const known: Deduction = {
  origin: "b6",
  kinds: ["general", "spy"],
  facts: [
    { code: "moved", kind: null, excludes: ["mine", "flag"] },
    { code: "beat", kind: "captain", excludes: ["cavalry"] },
  ],
};
const playing = { noting: "b6", guesses: {}, closeNote: () => undefined } as unknown as Playing;

let host: HTMLElement;

beforeEach(() => {
  HTMLDialogElement.prototype.showModal ??= () => undefined;
  settings.deductions.value = true;
  deductions.mockReset().mockResolvedValue([{ ...known, origin: "a8", kinds: [] }, known]);
  host = document.body.appendChild(document.createElement("div"));
});

afterEach(() => {
  render(null, host);
  host.remove();
});

async function open({ allowed = true, version = 7, noting = "b6" as string | null } = {}): Promise<void> {
  const snapshot = { match: "m-1", version, view: { pieces: [piece] } } as unknown as Snapshot;
  const seated = { system, own: "first", snapshot, room: { deductions_allowed: allowed } } as unknown as Seated;
  await act(async () => {
    render(
      <WordsContext.Provider value={{ lang: "en", words: en }}>
        <GuessDialog seated={seated} playing={{ ...playing, noting }} />
      </WordsContext.Provider>,
      host,
    );
  });
}

const excluded = () => [...host.querySelectorAll(".excluded")].map((each) => each.textContent);

it("shows what the server excludes for the piece, and why", async () => {
  await open();
  expect(deductions).toHaveBeenCalledExactlyOnceWith("m-1", "first");
  expect(excluded()).toHaveLength(system.kinds.length - 2);
  expect(excluded()).not.toContain(en.app.caption(en.gunjin.kinds.spy));
  expect(host.textContent).toContain(en.play.facts.moved);
  expect(host.textContent).toContain("It beat your captain.");
});

it("asks again after each ply, and only while a piece is looked at", async () => {
  await open({ noting: null });
  expect(deductions).not.toHaveBeenCalled();
  await open();
  await open({ version: 8 });
  await open({ version: 8 });
  expect(deductions).toHaveBeenCalledTimes(2);
});

it("asks nothing where the room, or the player, switched the aid off", async () => {
  await open({ allowed: false });
  expect(host.textContent).toContain(en.settings.deductionOff);
  settings.deductions.value = false;
  await open();
  expect(deductions).not.toHaveBeenCalled();
  expect(excluded()).toEqual([]);
});

it("leaves every kind open and says so when the server does not answer", async () => {
  deductions.mockRejectedValue(new TypeError("network"));
  await open();
  expect(excluded()).toEqual([]);
  expect(host.querySelectorAll(".guess-kinds button")).toHaveLength(system.kinds.length);
});
