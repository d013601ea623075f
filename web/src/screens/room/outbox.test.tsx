// @vitest-environment happy-dom
import { signal } from "@preact/signals";
import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ProblemError } from "../../api/problems";
import type { ChatLine } from "../../api/social";
import type { Connection } from "../../game/contracts";
import { type Outbox, useOutbox } from "./outbox";
import type { Seated } from "./seated";

const { say, newId } = vi.hoisted(() => ({ say: vi.fn(), newId: vi.fn() }));
vi.mock("../../parts/client", async () => ({
  social: { say },
  newId,
  problemOf: (await import("../../api/problems")).problemOf,
}));

const HELLO = { text: "hello" };
const LINE = { id: "line" } as ChatLine;
const refused = (code: string) => new ProblemError({ code, detail: "" });
const connection = signal<Connection>("open");
const arrived = vi.fn();
let room = 0;
let outbox: Outbox;
let host: HTMLElement;

function Screen() {
  outbox = useOutbox({ room: { slug: `room-${room}` }, store: { connection } } as unknown as Seated, arrived);
  return null;
}
const show = () => act(async () => render(<Screen />, host));
const leave = () => act(async () => render(null, host));
const speak = (said = HELLO) => act(async () => outbox.say(said));
const wait = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
const ids = () => say.mock.calls.map(([, , id]) => id);

beforeEach(() => {
  vi.useFakeTimers();
  room += 1;
  connection.value = "open";
  let made = 0;
  newId.mockReset().mockImplementation(() => {
    made += 1;
    return `id-${made}`;
  });
  say.mockReset().mockResolvedValue(LINE);
  arrived.mockReset();
  host = document.createElement("div");
});
afterEach(async () => {
  await leave();
  vi.useRealTimers();
});

it("sends every line under an id of its own", async () => {
  await show();
  await speak();
  await speak({ text: "again" });
  expect(say.mock.calls).toEqual([
    [`room-${room}`, HELLO, "id-1"],
    [`room-${room}`, { text: "again" }, "id-2"],
  ]);
  expect(arrived).toHaveBeenCalledTimes(2);
  expect(outbox).toMatchObject({ sending: null, isLate: false, refusal: null });
});

it("sends a line that got no answer again under the same id, until there is one", async () => {
  say.mockRejectedValueOnce(refused("network")).mockRejectedValueOnce(refused("unavailable"));
  await show();
  await speak();
  expect(outbox).toMatchObject({ sending: HELLO, isLate: true, refusal: null });
  await wait(3_000);
  expect(outbox.isLate).toBe(true);
  await wait(3_000);
  expect(ids()).toEqual(["id-1", "id-1", "id-1"]);
  expect(arrived.mock.calls).toEqual([[LINE, HELLO]]);
  await wait(10_000);
  expect(say).toHaveBeenCalledTimes(3);
});

it("sends it at once when the connection is back, and when it is asked to", async () => {
  connection.value = "offline";
  say.mockRejectedValueOnce(refused("offline")).mockRejectedValueOnce(refused("network"));
  await show();
  await speak();
  await speak({ text: "another" });
  expect(say.mock.lastCall).toEqual([`room-${room}`, HELLO, "id-1"]);
  await act(async () => {
    connection.value = "open";
  });
  await act(async () => undefined); // the answer
  expect(ids()).toEqual(["id-1", "id-1", "id-1"]);
  expect(outbox.sending).toBeNull();
});

it("goes on with it when the chat is drawn anew", async () => {
  say.mockRejectedValueOnce(refused("network"));
  await show();
  await speak();
  await leave();
  await show();
  expect(ids()).toEqual(["id-1", "id-1"]);
  expect(arrived).toHaveBeenCalledTimes(1);
});

it("says why a line is refused, and sends it no more", async () => {
  say.mockRejectedValueOnce(refused("muted"));
  await show();
  await speak();
  expect(outbox).toMatchObject({ sending: null, isLate: false, refusal: { code: "muted" } });
  await wait(10_000);
  expect(say).toHaveBeenCalledTimes(1);
});
