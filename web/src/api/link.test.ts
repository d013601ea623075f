import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { layoutEvent, listener, MATCH, snapshotAt, surroundings } from "./fakes";
import type { Wire } from "./http";
import { createLink } from "./link";
import { ProblemError, problemOf } from "./problems";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const settled = () => vi.advanceTimersByTimeAsync(0);
const event = (v: number) => ({ t: "ev", m: MATCH, e: 1, v, d: { ...layoutEvent() } });

/** A link that follows one match over an open socket, with a snapshot of version 3. */
async function following(wire: Partial<Wire> = {}) {
  const around = surroundings(wire);
  const link = createLink(around.deps);
  const { follower, told } = listener();
  const followed = link.follow(follower);
  await settled();
  around.socket().welcome();
  snap(around, 3);
  return { ...around, link, follower, told, followed };
}

function snap({ socket }: Pick<ReturnType<typeof surroundings>, "socket">, version: number): void {
  const { i } = socket().last("sub");
  socket().say({ t: "snap", r: i, m: MATCH, e: 1, v: version, d: { ...snapshotAt(version) } });
}

describe("following", () => {
  it("says hello, subscribes with the seat, and tells events in order", async () => {
    const { socket, told, link } = await following();
    expect(socket().last("hello").d).toEqual({ token: "token", proto: 1, client: "web" });
    expect(socket().last("sub")).toMatchObject({ m: MATCH, d: { seat: "first" } });
    socket().say(event(4));
    socket().say({ t: "skip", m: MATCH, e: 1, v: 5 });
    expect(told).toEqual(["snapshot 3", "layout.confirmed 4", "skip 5"]);
    expect(link.connection.value).toBe("open");
  });

  it("counts what the player is called to read", async () => {
    const { socket, link } = await following();
    socket().say({ t: "notice", d: {} });
    socket().say({ t: "invitation", d: {} });
    socket().say({ t: "invitation", d: {} });
    expect([link.calls.notice.value, link.calls.invitation.value]).toEqual([1, 2]);
  });

  it("ignores what it knows and asks for what it missed", async () => {
    const { socket, told } = await following();
    socket().say(event(3));
    socket().say(event(6));
    expect(told).toEqual(["snapshot 3"]);
    expect(socket().last("sub").d).toEqual({ since: 3, epoch: 1, seat: "first" });
    socket().say({ t: "ok", r: socket().last("sub").i, m: MATCH, e: 1, v: 3, d: { v: 4, audience: "first" } });
    socket().say(event(4));
    expect(told.at(-1)).toBe("layout.confirmed 4");
  });

  it("asks again when a heartbeat names a later version, or the match is gone", async () => {
    const { socket, told } = await following();
    await vi.advanceTimersByTimeAsync(10_000);
    const versions = { [MATCH]: 5 };
    socket().say({ t: "pong", r: socket().last("ping").i, d: { server_time: new Date().toISOString(), versions } });
    expect(socket().all("sub")).toHaveLength(2);
    socket().say({ t: "err", r: socket().last("sub").i, m: MATCH, d: { code: "not-found", detail: "" } });
    expect(told.at(-1)).toBe("failed not-found");
  });

  it("looks who is there with every second heartbeat", async () => {
    const { socket } = await following();
    const beat = async () => {
      await vi.advanceTimersByTimeAsync(10_000);
      const d = { server_time: new Date().toISOString(), versions: { [MATCH]: 3 } };
      socket().say({ t: "pong", r: socket().last("ping").i, d });
    };
    await beat();
    expect(socket().all("sub")).toHaveLength(1);
    await beat();
    expect(socket().last("sub").d).toEqual({ since: 3, epoch: 1, seat: "first" });
  });

  it("starts anew after a resync", async () => {
    const { socket, told } = await following();
    socket().say({ t: "resync", m: MATCH, d: {} });
    expect(socket().last("sub").d).toEqual({ seat: "first" });
    snap({ socket }, 9);
    expect(told.at(-1)).toBe("snapshot 9");
  });

  it("passes on who is there and what happens in the room", async () => {
    const { socket, told } = await following();
    socket().say({ t: "presence", m: "room-id", d: { seat: 2, side: "second", connected: true } });
    socket().say({ t: "room", m: "room-id", d: { type: "rematch.offered" } });
    expect(told.slice(1)).toEqual(["second is there", "rematch.offered"]);
  });

  it("leaves, and hangs up when nothing is followed any more", async () => {
    const { socket, followed, link } = await following();
    followed.stop();
    expect(socket().last("unsub").m).toBe(MATCH);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(socket().isClosed).toBe(true);
    expect(link.connection.value).toBe("closed");
  });

  it("lets one seat look at a time: the one before hears nothing more", async () => {
    const { socket, link, told, followed } = await following();
    const other = listener("second");
    link.follow(other.follower);
    followed.stop();
    expect(socket().all("unsub")).toHaveLength(0);
    snap({ socket }, 4);
    socket().say(event(5));
    expect(other.told).toEqual(["snapshot 4", "layout.confirmed 5"]);
    expect(told).toEqual(["snapshot 3"]);
  });

  it("measures how far the clocks are apart", async () => {
    const around = surroundings();
    const link = createLink(around.deps);
    link.follow(listener().follower);
    await settled();
    around.socket().welcome(new Date(Date.now() + 60_000).toISOString());
    expect(link.skew.value).toBe(60_000);
  });
});

describe("coming back", () => {
  it("subscribes from where it was, after a pause", async () => {
    const { socket, sockets, link } = await following();
    socket().hangUp();
    expect(link.connection.value).toBe("connecting");
    await settled();
    expect(sockets).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sockets).toHaveLength(2);
    socket().welcome();
    expect(socket().last("sub").d).toEqual({ since: 3, epoch: 1, seat: "first" });
  });

  it.each([
    [4012, 1_500],
    [4408, 250],
    [4413, 250],
  ])("after %i within %i ms", async (code, ms) => {
    const { socket, sockets } = await following();
    socket().hangUp(code);
    await vi.advanceTimersByTimeAsync(ms);
    expect(sockets).toHaveLength(2);
    socket().welcome();
    const { d } = socket().last("sub");
    expect(d).toEqual(code === 4413 ? { seat: "first" } : { since: 3, epoch: 1, seat: "first" });
  });

  it("after 4429 as late as it is told", async () => {
    const { socket, sockets } = await following();
    socket().say({ t: "bye", d: { code: 4429, problem: "rate-limited", reason: "", retry_ms: 4_000 } });
    socket().hangUp(4429);
    await vi.advanceTimersByTimeAsync(3_900);
    expect(sockets).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(200);
    expect(sockets).toHaveLength(2);
  });

  it("with a new token when the old one expired", async () => {
    const { socket, sockets, deps } = await following();
    deps.token = async () => "renewed";
    socket().hangUp(4402);
    await settled();
    expect(sockets).toHaveLength(2);
    socket().welcome();
    expect(socket().last("hello").d).toMatchObject({ token: "renewed" });
  });

  it.each([
    [4403, "failed banned"],
    [4410, "failed unsupported-protocol"],
    [4400, "failed bad-request"],
  ])("not after %i", async (code, last) => {
    const { socket, sockets, told, link } = await following();
    socket().hangUp(code);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(sockets).toHaveLength(1);
    expect(told.at(-1)).toBe(last);
    expect(link.connection.value).toBe("closed");
  });

  it("not after the room closed, without a complaint, until something else is followed", async () => {
    const { socket, sockets, told, link } = await following();
    socket().say({ t: "room", m: "room-id", d: { type: "room.closed", reason: "idle" } });
    socket().hangUp(4404);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(told.at(-1)).toBe("room.closed");
    expect(sockets).toHaveLength(1);
    link.follow(listener().follower);
    await settled();
    expect(sockets).toHaveLength(2);
  });

  it("when a heartbeat is not answered", async () => {
    const { socket, sockets } = await following();
    const first = socket();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(first.isClosed).toBe(true);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sockets).toHaveLength(2);
  });

  it("at once when the device wakes up", async () => {
    const { socket, sockets, link } = await following();
    socket().hangUp();
    link.sleep();
    expect(link.connection.value).toBe("offline");
    link.wake();
    await settled();
    expect(sockets).toHaveLength(2);
  });

  it("is open again when the network was only said to be gone", async () => {
    const { socket, sockets, link } = await following();
    link.sleep();
    link.wake();
    const d = { server_time: new Date().toISOString(), versions: { [MATCH]: 3 } };
    socket().say({ t: "pong", r: socket().last("ping").i, d });
    expect(link.connection.value).toBe("open");
    await vi.advanceTimersByTimeAsync(4_000);
    expect(sockets).toHaveLength(1);
  });

  it("soon when the device wakes up beside a dead connection", async () => {
    const { sockets, link } = await following();
    link.wake();
    await vi.advanceTimersByTimeAsync(4_000);
    expect(sockets).toHaveLength(2);
  });
});

describe("commands", () => {
  it("resolve with the version of their event", async () => {
    const { socket, followed } = await following();
    const done = followed.command("play", { ply: ["a1", "a2"] }, 3);
    const { i, d, m } = socket().last("cmd");
    expect({ d, m }).toEqual({
      m: MATCH,
      d: { id: "id-1", type: "play", args: { ply: ["a1", "a2"] }, expect: 3, seat: "first" },
    });
    socket().say({ t: "ok", r: i, m: MATCH, v: 4, d: { id: "id-1", v: 4, dup: false } });
    expect(await done).toBe(4);
  });

  it("reject with what the server said", async () => {
    const { socket, followed } = await following();
    const done = followed.command("play", { ply: ["a1", "a2"] }, 3).catch(problemOf);
    const told = { id: "id-1", code: "stale-version", detail: "The match moved on.", v: 5 };
    socket().say({ t: "err", r: socket().last("cmd").i, m: MATCH, d: told });
    expect(await done).toMatchObject({ code: "stale-version", detail: "The match moved on.", v: 5 });
  });

  it("are sent again under the same id while there is no answer", async () => {
    const { socket, followed } = await following();
    const done = followed.command("resign", {}, null);
    await vi.advanceTimersByTimeAsync(2_500);
    const [one, two] = socket().all("cmd");
    expect(two?.d).toEqual(one?.d);
    socket().say({ t: "ok", r: one?.i ?? 0, m: MATCH, d: { id: "id-1", v: 4, dup: false } });
    expect(await done).toBe(4);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(socket().all("cmd")).toHaveLength(2);
  });

  it("are sent again after a new welcome", async () => {
    const { socket, followed } = await following();
    const done = followed.command("resign", {}, null);
    socket().hangUp(4408);
    await vi.advanceTimersByTimeAsync(250);
    socket().welcome();
    const { i, d } = socket().last("cmd");
    expect(d).toMatchObject({ id: "id-1", type: "resign" });
    socket().say({ t: "ok", r: i, m: MATCH, d: { id: "id-1", v: 4, dup: true } });
    expect(await done).toBe(4);
  });

  it("are given up after half a minute", async () => {
    const { socket, followed } = await following();
    socket().hangUp();
    const done = followed.command("resign", {}, null).catch(problemOf);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await done).toMatchObject({ code: "network" });
  });

  it("end with the follower", async () => {
    const { followed } = await following();
    const done = followed.command("resign", {}, null).catch(problemOf);
    followed.stop();
    expect(await done).toMatchObject({ code: "closed" });
  });
});

describe("without sockets", () => {
  function wire(): { wire: Partial<Wire>; log: string[]; deliver: (version: number) => void } {
    const log: string[] = [];
    let version = 3;
    let ring: () => void = () => undefined;
    return {
      log,
      deliver(next) {
        version = next;
        ring();
      },
      wire: {
        snapshot: async () => snapshotAt(3),
        events: (_match, { since, wait }) => {
          log.push(`events ${since} ${wait}`);
          const answer = () => ({
            epoch: 1,
            version,
            events: Array.from({ length: version - since }, (_, index) => ({ v: since + index + 1, d: layoutEvent() })),
          });
          if (version > since) return Promise.resolve(answer());
          return new Promise((resolve) => {
            ring = () => resolve(answer());
          });
        },
        room: async () => ({ seats: [], match: MATCH, match_number: 1, full: true }) as never,
        command: async (_match, { id, type }) => {
          log.push(`${type} ${id}`);
          return 4;
        },
      },
    };
  }

  async function refused(given: Partial<Wire>) {
    const around = surroundings(given);
    const link = createLink(around.deps);
    const { follower, told } = listener();
    const followed = link.follow(follower);
    await settled();
    around.socket().hangUp();
    await vi.advanceTimersByTimeAsync(2_000);
    around.socket().hangUp();
    await settled();
    return { ...around, link, followed, told };
  }

  it("polls when the socket is refused twice, and plays over HTTP", async () => {
    const { wire: given, log, deliver } = wire();
    const { told, link, followed } = await refused(given);
    expect(link.connection.value).toBe("polling");
    expect(told).toEqual(["snapshot 3"]);
    expect(log).toEqual(["events 3 20"]);
    expect(await followed.command("resign", {}, null)).toBe(4);
    deliver(4);
    await settled();
    expect(told.at(-1)).toBe("layout.confirmed 4");
    expect(log).toEqual(["events 3 20", "resign id-1", "events 4 20"]);
    link.close();
  });

  it("tells who came between the first snapshot and the first look at the room, once", async () => {
    const { wire: given } = wire();
    const asked: string[] = [];
    const { told, followed, link } = await refused({
      ...given,
      room: async () => {
        asked.push("room");
        return { seats: [], match: MATCH, match_number: 1, full: true } as never;
      },
    });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(told.filter((each) => each === "room")).toHaveLength(1);
    followed.refresh(); // as who follows does, to learn the names at the seats
    await vi.advanceTimersByTimeAsync(10_000);
    expect(told.filter((each) => each === "room")).toHaveLength(1);
    expect(asked.length).toBeGreaterThan(2);
    link.close();
  });

  it("knows a wrong clock from the answers while there is no socket", async () => {
    const { wire: given } = wire();
    const { socket, link } = await refused(given);
    link.heardTime(3_600_000);
    expect(link.skew.value).toBe(3_600_000);
    link.heardTime(3_599_300); // they tell whole seconds: what is shown does not tremble
    expect(link.skew.value).toBe(3_600_000);
    link.heardTime(0);
    expect(link.skew.value).toBe(0);
    await vi.advanceTimersByTimeAsync(30_000);
    socket().welcome(new Date(Date.now() + 250).toISOString());
    link.heardTime(5_000);
    expect(link.skew.value).toBe(250);
    link.close();
  });

  it("goes back to the socket when it can be had, without losing its place", async () => {
    const { wire: given, deliver } = wire();
    const { socket, sockets, told, link } = await refused(given);
    deliver(5);
    await settled();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(sockets.length).toBeGreaterThan(2);
    socket().welcome();
    expect(link.connection.value).toBe("open");
    expect(socket().last("sub").d).toEqual({ since: 5, epoch: 1, seat: "first" });
    deliver(6);
    await settled();
    expect(told.filter((each) => each !== "room").at(-1)).toBe("layout.confirmed 5");
    link.close();
  });

  it("asks only now and then once nothing is waited for, as after the end", async () => {
    let asked = 0;
    const { link } = await refused({
      ...wire().wire,
      events: () => {
        asked += 1;
        return asked < 100 ? Promise.resolve({ epoch: 1, version: 3, events: [] }) : new Promise(() => undefined);
      },
    });
    await vi.advanceTimersByTimeAsync(20_000);
    expect(asked).toBeGreaterThan(3);
    expect(asked).toBeLessThan(10);
    link.close();
  });

  it("is offline when that fails too, and says when the match is gone", async () => {
    const answers = [
      new ProblemError({ code: "network", detail: "" }),
      new ProblemError({ code: "not-found", detail: "" }),
    ];
    const { link, told } = await refused({
      snapshot: () => Promise.reject(answers.length > 1 ? answers.shift() : answers[0]),
    });
    expect(link.connection.value).toBe("offline");
    await vi.advanceTimersByTimeAsync(1_000);
    expect(told).toEqual(["failed not-found"]);
    link.close();
  });

  it("asks at once when the device wakes up", async () => {
    let isReachable = false;
    const { link, told } = await refused({
      snapshot: () =>
        isReachable
          ? Promise.resolve(snapshotAt(3))
          : Promise.reject(new ProblemError({ code: "network", detail: "" })),
      events: () => new Promise(() => undefined),
    });
    isReachable = true;
    link.wake();
    await settled();
    expect(told).toEqual(["snapshot 3"]);
    expect(link.connection.value).toBe("polling");
    link.close();
  });

  it("starts with a snapshot when the server's past is another", async () => {
    let epoch = 2;
    const { told, link } = await refused({
      snapshot: async () => snapshotAt(3, { epoch }),
      events: () => {
        if (epoch === 3) return new Promise(() => undefined);
        epoch = 3;
        return Promise.resolve({ epoch, version: 3, events: [] });
      },
      room: async () => ({ seats: [], match: MATCH, match_number: 1, full: true }) as never,
    });
    await settled();
    expect(told).toEqual(["snapshot 3", "snapshot 3"]);
    link.close();
  });
});
