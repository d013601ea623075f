import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { surroundings } from "../api/fakes";
import type { Wire } from "../api/http";
import { createLink } from "../api/link";
import { problemOf } from "../api/problems";
import { fixture, seenBy } from "./fixtures";
import { createMatchStore } from "./store";
import type { PlyEvent, Snapshot } from "./types";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const told = fixture("resigned");
const { system } = told;
const { snapshots, events } = seenBy(told, "first");
const settled = () => vi.advanceTimersByTimeAsync(0);
const PLY_TIME = { clash: 300, whole: 800 };

function at(version: number): Snapshot {
  const found = snapshots.find((each) => each.version === version);
  if (!found) throw new Error(`no snapshot ${version}`);
  return found;
}

/** A store over an open socket, at the given version of the recorded match. */
async function open(version: number, plies: readonly PlyEvent[] = []) {
  const match = at(version).match;
  const past = events.filter(({ v }) => v <= version);
  const asked = vi.fn<Wire["events"]>(async (_match, { since }) => ({
    ...{ epoch: 1, version },
    events: past.filter(({ v }) => v > since),
  }));
  const around = surroundings();
  const link = createLink(around.deps);
  const wire = { system: async () => system, events: asked };
  const store = createMatchStore(match, "first", { link, ...wire, plies, plyTime: () => PLY_TIME });
  await settled();
  const socket = around.socket();
  socket.welcome();
  const snap = (shown: Snapshot) =>
    socket.say({ t: "snap", r: socket.last("sub").i, m: match, e: 1, v: shown.version, d: { ...shown } });
  const tell = (v: number) => {
    const event = events.find((each) => each.v === v);
    socket.say({ t: event?.d ? "ev" : "skip", m: match, e: 1, v, ...(event?.d ? { d: { ...event.d } } : {}) });
  };
  snap(at(version));
  await settled();
  return { store, socket, snap, tell, asked, match };
}

const [FIRST, LAST] = [snapshots[0]?.version ?? 0, snapshots.at(-1)?.version ?? 0];

describe("a store", () => {
  it("is the same at the end as a fresh snapshot", async () => {
    const { store, tell } = await open(FIRST);
    for (let v = FIRST + 1; v <= LAST; v += 1) tell(v);
    await vi.advanceTimersByTimeAsync(2 * PLY_TIME.whole);
    expect(store.state.value).toEqual(at(LAST));
    expect(store.plies.value).toHaveLength(at(LAST).ply_count);
  });

  it("knows every ply, also those before it looked", async () => {
    const whole = await open(FIRST);
    for (let v = FIRST + 1; v < LAST; v += 1) whole.tell(v);
    await vi.advanceTimersByTimeAsync(PLY_TIME.whole);
    const late = await open(LAST - 1);
    expect(late.store.plies.value.filter(({ battle }) => battle).length).toBeGreaterThan(3);
    expect(late.store.plies.value).toEqual(whole.store.plies.value);
    expect(late.asked).toHaveBeenCalledOnce();
    expect(whole.asked).not.toHaveBeenCalled();
  });

  it("waits until the state shows what a command did", async () => {
    const { store, socket, tell, match } = await open(FIRST);
    let isDone = false;
    const done = store.confirmLayout({}).then(() => {
      isDone = true;
    });
    expect(store.busy.value).toBe(true);
    socket.say({ t: "ok", r: socket.last("cmd").i, m: match, v: FIRST + 1, d: { id: "id-1", v: FIRST + 1 } });
    await settled();
    expect(isDone).toBe(false);
    tell(FIRST + 1);
    await done;
    expect(store.busy.value).toBe(false);
  });

  it("asks for a snapshot when the event of its command does not come", async () => {
    const { store, socket, match } = await open(FIRST);
    const done = store.resign();
    socket.say({ t: "ok", r: socket.last("cmd").i, m: match, v: FIRST + 1, d: { id: "id-1", v: FIRST + 1 } });
    await vi.advanceTimersByTimeAsync(3_000);
    await done;
    expect(socket.last("sub").d).toEqual({ seat: "first" });
  });

  it("keeps the last refusal until it is dismissed, and plays for the version it saw", async () => {
    const { store, socket, match } = await open(FIRST);
    const done = store.play(["b4", "b5"]).catch(problemOf);
    expect(socket.last("cmd").d).toMatchObject({ type: "play", expect: FIRST });
    const told = { id: "id-1", code: "stale-version", detail: "" };
    socket.say({ t: "err", r: socket.last("cmd").i, m: match, d: told });
    expect(await done).toMatchObject({ code: "stale-version" });
    expect(store.problem.value).toMatchObject({ code: "stale-version" });
    expect(socket.all("sub")).toHaveLength(2);
    store.dismissProblem();
    expect(store.problem.value).toBeNull();
  });

  it("sends one command at a time", async () => {
    const { store, socket } = await open(FIRST);
    store.resign().catch(() => undefined);
    expect(await store.resign().catch(problemOf)).toMatchObject({ code: "busy" });
    expect(socket.all("cmd")).toHaveLength(1);
  });

  it("tells of the room: who is there, that it closes, who sits down", async () => {
    const { store, socket } = await open(FIRST);
    const heard: string[] = [];
    const stop = store.onRoom(({ type }) => heard.push(type));
    socket.say({ t: "presence", m: "r", d: { seat: 2, side: "second", connected: false } });
    socket.say({ t: "room", m: "r", d: { type: "room.closing", at: "2026-12-01T00:00:00Z" } });
    expect(store.present.value).toEqual({ second: false });
    expect(store.closing.value).toEqual({ at: "2026-12-01T00:00:00Z", reason: null });
    socket.say({ t: "room", m: "r", d: { type: "seat.taken" } });
    expect(socket.all("sub")).toHaveLength(2);
    stop();
    socket.say({ t: "room", m: "r", d: { type: "room.closed", reason: "idle" } });
    expect(store.closing.value).toEqual({ at: null, reason: "idle" });
    expect(heard).toEqual(["room.closing", "seat.taken"]);
  });

  it("holds nothing any more once it is disposed of, whatever still arrives", async () => {
    const { store, tell, socket, snap, match } = await open(LAST - 1);
    store.dispose();
    snap(at(LAST - 1));
    tell(LAST);
    socket.say({ t: "room", m: "r", d: { type: "seat.taken" } });
    expect(socket.last("unsub").m).toBe(match);
    expect(store.state.value).toBeNull();
    expect(store.plies.value).toEqual([]);
    expect(store.told.value).toBeNull();
    expect(store.connection.value).toBe("closed");
    expect(JSON.stringify(store)).not.toContain("general");
  });

  it("goes on from plies that are known already, and asks for none of them again", async () => {
    const known = events.flatMap(({ v, d }) => (v < LAST && d?.type === "ply" ? [d] : []));
    const { store, asked } = await open(LAST - 1, known);
    expect(store.plies.value).toEqual(known);
    expect(asked).not.toHaveBeenCalled();
  });

  describe("with a quick opponent", () => {
    const plies = events.filter(({ d }) => d?.type === "ply").map(({ v }) => v);
    const [own = 0, answer = 0] = plies;

    it("shows the own ply before the answer, each result at its clash", async () => {
      const { store, tell } = await open(own - 1);
      tell(own);
      tell(answer);
      expect(store.state.value?.version).toBe(own);
      expect(store.state.value?.legal_plies).toEqual([]);
      expect(store.told.value?.ply_count).toBe(0);
      await vi.advanceTimersByTimeAsync(PLY_TIME.clash);
      expect(store.told.value?.ply_count).toBe(1);
      expect(store.plies.value).toHaveLength(1);
      await vi.advanceTimersByTimeAsync(PLY_TIME.whole - PLY_TIME.clash);
      expect(store.state.value?.version).toBe(answer);
      expect(store.told.value?.ply_count).toBe(1);
    });

    it("lets nobody wait who acts", async () => {
      const { store, socket, tell } = await open(own - 1);
      tell(own);
      tell(answer);
      store.catchUp();
      expect(store.state.value?.version).toBe(own); // the second press of a double click, say
      await vi.advanceTimersByTimeAsync(PLY_TIME.clash);
      store.catchUp();
      expect(store.state.value?.version).toBe(answer);
      store.play(["b4", "b5"]).catch(() => undefined);
      expect(socket.last("cmd").d).toMatchObject({ expect: answer });
    });

    it("shows a fresh snapshot at once, and nothing older after it", async () => {
      const { store, tell, socket, snap, match } = await open(own - 1);
      tell(own);
      tell(answer);
      socket.say({ t: "resync", m: match, d: {} });
      snap(at(LAST));
      expect(store.state.value).toEqual(at(LAST));
      expect(store.told.value).toEqual(at(LAST));
      await vi.advanceTimersByTimeAsync(PLY_TIME.whole);
      expect(store.state.value).toEqual(at(LAST));
    });
  });

  it("says why a match cannot be followed", async () => {
    const { store, socket, match } = await open(FIRST);
    socket.say({ t: "resync", m: match, d: {} });
    socket.say({ t: "err", r: socket.last("sub").i, m: match, d: { code: "not-found", detail: "" } });
    expect(store.problem.value).toMatchObject({ code: "not-found" });
    expect(store.connection.value).toBe("closed");
  });

  it("refuses at once, with the same reason, what is tried after that", async () => {
    const { store, socket } = await open(FIRST);
    socket.hangUp(4403);
    expect(store.problem.value).toMatchObject({ code: "banned" });
    store.dismissProblem();
    await expect(store.play(["a1", "a2"]).catch((error) => problemOf(error).code)).resolves.toBe("banned");
    expect(store.problem.value).toMatchObject({ code: "banned" });
    expect(store.busy.value).toBe(false);
  });
});
