// @vitest-environment happy-dom
import { signal } from "@preact/signals";
import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ChatLine } from "../../api/social";
import type { Connection, MatchStore } from "../../game/contracts";
import { blockChanges } from "../../parts/people-deeds";
import { type ChatLines, collapsed, useChatLines } from "./chat-lines";
import type { Seated } from "./seated";

const asked = vi.hoisted(() => vi.fn());
vi.mock("../../parts/client", () => ({ social: { chat: asked } }));

const line = (id: string, more: Partial<ChatLine> = {}): ChatLine => ({
  ...{ id, seat: 2, player: null, yours: false, preset: "hello", text: null, at: "", deleted: false },
  ...more,
});
const connection = signal<Connection>("open");
let listeners: ((frame: { type: string; message?: unknown }) => void)[] = [];
const store = {
  connection,
  onRoom(listener: (typeof listeners)[number]) {
    listeners.push(listener);
    return () => {
      listeners = listeners.filter((each) => each !== listener);
    };
  },
} as unknown as MatchStore;
const heard = vi.fn();
let rooms = 0;
let chat: ChatLines;
let host: HTMLElement;

function Screen({ phase }: { phase: string }) {
  const seated = { room: { slug: `room-${rooms}` }, store, snapshot: { phase } } as unknown as Seated;
  chat = useChatLines(seated, heard);
  return null;
}

async function show(phase = "playing"): Promise<void> {
  await act(async () => render(<Screen phase={phase} />, host));
  await act(async () => undefined); // the answer
}
const tell = (frame: (typeof listeners)[number] extends (frame: infer F) => void ? F : never) =>
  act(() => {
    for (const each of listeners) each(frame);
  });
const ids = () => chat.lines.map(({ id }) => id);

beforeEach(() => {
  rooms += 1;
  connection.value = "open";
  heard.mockReset();
  asked.mockReset().mockResolvedValue([line("a"), line("b", { yours: true })]);
  host = document.createElement("div");
});
afterEach(() => {
  act(() => render(null, host));
  vi.useRealTimers();
});

it("counts what others said until it is read, also when the panel is shown anew", async () => {
  await show();
  expect([ids(), chat.unread, chat.isLoaded]).toEqual([["a", "b"], 1, true]);
  act(() => chat.read());
  expect(chat.unread).toBe(0);
  act(() => render(null, host));
  await show();
  expect(chat.unread).toBe(0);
  tell({ type: "chat.said", message: line("c") });
  expect(chat.unread).toBe(1);
});

it("tells of lines of others, each once and in order", async () => {
  await show();
  tell({ type: "chat.said", message: line("d", { yours: true }) });
  tell({ type: "chat.said", message: line("c") });
  act(() => chat.add(line("d", { yours: true })));
  expect(ids()).toEqual(["a", "b", "c", "d"]);
  expect(heard.mock.calls).toEqual([[line("c")]]);
});

it("shows lines in a row that say the same as one", () => {
  const lines = [line("a"), line("b"), line("c", { yours: true }), line("d"), line("e", { preset: "oops" }), line("f")];
  expect(collapsed(lines).map((each) => [each.line.id, each.times])).toEqual([
    ["b", 2],
    ["c", 1],
    ["d", 1],
    ["e", 1],
    ["f", 1],
  ]);
});

it("asks again when somebody is blocked, so that nothing of theirs stays", async () => {
  await show();
  expect(chat.unread).toBe(1);
  asked.mockResolvedValue([line("b", { yours: true })]);
  blockChanges.value += 1;
  await show();
  expect([ids(), chat.unread]).toEqual([["b"], 0]);
});

it("empties a line that was taken back", async () => {
  await show();
  tell({ type: "chat.deleted", message: "a" });
  expect(chat.lines[0]).toMatchObject({ id: "a", preset: null, text: null, deleted: true });
  expect(chat.unread).toBe(0);
});

it("asks again at the end of the match, for what was said by who watched", async () => {
  await show();
  const before = asked.mock.calls.length;
  await show("over");
  expect(asked.mock.calls.length).toBe(before + 1);
});

it("asks now and then where no socket tells", async () => {
  vi.useFakeTimers();
  connection.value = "polling";
  await show();
  asked.mockResolvedValue([line("a"), line("e")]);
  await act(async () => {
    await vi.advanceTimersByTimeAsync(5_000);
  });
  expect(ids()).toEqual(["a", "e"]);
});

it("says that it could not be loaded, and goes on once it could", async () => {
  asked.mockRejectedValueOnce(new Error("network"));
  await show();
  expect(chat.hasFailed).toBe(true);
  await act(async () => chat.again());
  expect([chat.hasFailed, ids()]).toEqual([false, ["a", "b"]]);
});
