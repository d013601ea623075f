/**
 * The one connection of the page: any number of matches over one socket, or by polling where a proxy refuses sockets.
 * Whoever follows a match gets snapshots and the events after them without a gap, whichever way they come.
 */

import { type ReadonlySignal, signal } from "@preact/signals";
import type { Connection, Problem } from "../game/contracts";
import type { EventData, Side, Snapshot } from "../game/types";
import type { Command, Wire } from "./http";
import { createPolling, type Polling } from "./polling";
import { ProblemError } from "./problems";
import { createSocket, type Frame, type SocketDeps } from "./socket";

const RESEND_AFTER = 2_500;
const GIVE_UP_AFTER = 30_000;
const TRY_SOCKET_EVERY = 30_000;
const LINGER = 1_000;
/** In ms. HTTP tells whole seconds. */
const TIME_DIFFERS_FROM = 1_500;
/** In heartbeats. Nobody says that a player is gone who polled, or whose server died; a new `sub` tells who is there. */
const LOOK_AROUND_EVERY = 2;

export interface Presence {
  seat: number;
  side: Side;
  connected: boolean;
}

export interface Follower {
  readonly match: string;
  readonly seat: Side | null;
  /** Id of the room whose frames are wanted; null: any. */
  readonly room: string | null;
  snapshot(snapshot: Snapshot): void;
  /** The version after the one before; null: this audience may not see what happened. */
  event(data: EventData | null, version: number): void;
  news(data: { type: string } & Record<string, unknown>): void;
  presence(presence: Presence): void;
  /** The match cannot be followed any more. */
  failed(problem: Problem): void;
}

export interface Following {
  /** Answers the version of the command's event. Rejects with ProblemError. */
  command(type: Command["type"], args: Record<string, unknown>, expected: number | null): Promise<number>;
  /** Ask for a fresh snapshot. */
  refresh(): void;
  stop(): void;
}

export type Call = "notice" | "invitation";

export interface Link {
  readonly connection: ReadonlySignal<Connection>;
  /** Server time minus this device's, in ms. */
  readonly skew: ReadonlySignal<number>;
  /** How often the server said that there is one more for the player to read. */
  readonly calls: Readonly<Record<Call, ReadonlySignal<number>>>;
  /** What an answer over HTTP told of it; heeded while the socket, which tells it better, is not open. */
  heardTime(skew: number): void;
  /** The match's latest follower is the one that is told: one seat looks at a time. */
  follow(follower: Follower): Following;
  wake(): void;
  /** The device says that it has no network. */
  sleep(): void;
  close(): void;
}

export interface LinkDeps extends SocketDeps {
  wire: Wire;
  uuid: () => string;
  /** The server sent the player away. */
  banned: () => void;
}

/** One follower and how far it was told. */
export interface Followed {
  readonly follower: Follower;
  at: { epoch: number; version: number } | null;
  /** Number of the `sub` that was not answered yet. */
  asked: number | null;
  /** Slug of its room, as the last snapshot says. */
  slug: string | null;
}

interface Pending {
  readonly followed: Followed;
  readonly command: Command;
  readonly expected: number | null;
  resolve(version: number): void;
  reject(error: unknown): void;
  resend: ReturnType<typeof setTimeout> | undefined;
  giveUp: ReturnType<typeof setTimeout> | undefined;
}

export function createLink(deps: LinkDeps): Link {
  const connection = signal<Connection>("closed");
  const skew = signal(0);
  const calls = { notice: signal(0), invitation: signal(0) };
  const followed = new Map<string, Followed>();
  const pending = new Map<string, Pending>();
  const sent = new Map<number, string>();
  let polling: Polling | null = null;
  let wasWelcomed = false;
  let beats = 0;
  let linger: ReturnType<typeof setTimeout> | undefined;
  let trySocket: ReturnType<typeof setInterval> | undefined;

  const socket = createSocket(deps, {
    welcomed() {
      wasWelcomed = true;
      stopPolling();
      connection.value = "open";
      for (const each of followed.values()) subscribe(each);
      for (const each of pending.values()) sendCommand(each);
    },
    heard,
    beaten(versions) {
      beats += 1;
      connection.value = "open"; // the device may have said meanwhile that it has no network
      for (const each of followed.values()) {
        if (each.asked !== null || !each.at) continue;
        const version = versions[each.follower.match];
        const isBehind = version === undefined || version > each.at.version;
        if (isBehind || beats % LOOK_AROUND_EVERY === 0) subscribe(each);
      }
    },
    skewed(ms) {
      skew.value = ms;
    },
    lost(failures, code) {
      unanswered();
      if (code === 4413) for (const each of followed.values()) each.at = null;
      if (!polling && failures >= (wasWelcomed ? 4 : 2)) startPolling();
      if (!polling) connection.value = "connecting";
    },
    ended(problem) {
      unanswered();
      stopPolling();
      connection.value = "closed";
      if (problem?.code === "banned") deps.banned();
      if (problem) for (const each of [...followed.values()]) fail(each, problem);
    },
  });

  // --- frames

  function heard(frame: Frame): void {
    const data = frame.d ?? {};
    if (frame.t === "notice" || frame.t === "invitation") {
      calls[frame.t].value += 1;
      return;
    }
    if (frame.t === "room" || frame.t === "presence") return tellRoom(frame.t, frame.m ?? "", data);
    if (frame.t === "err" || (frame.t === "ok" && frame.r !== undefined && sent.has(frame.r))) return answered(frame);
    const each = followed.get(frame.m ?? "");
    if (!each) return;
    if (frame.t === "snap" && frame.r === each.asked) tellSnapshot(each, data as unknown as Snapshot);
    else if (frame.t === "ok" && frame.r === each.asked) each.asked = null;
    else if (frame.t === "ev") tellEvent(each, data as unknown as EventData, frame.v ?? 0);
    else if (frame.t === "skip") tellEvent(each, null, frame.v ?? 0);
    else if (frame.t === "resync") resubscribe(each);
  }

  function tellSnapshot(each: Followed, snapshot: Snapshot): void {
    each.asked = null;
    each.at = { epoch: snapshot.epoch, version: snapshot.version };
    each.slug = snapshot.room;
    each.follower.snapshot(snapshot);
  }

  function tellEvent(each: Followed, data: EventData | null, version: number): void {
    if (!each.at || version <= each.at.version) return;
    if (version > each.at.version + 1) {
      if (each.asked === null) subscribe(each);
      return;
    }
    each.at = { ...each.at, version };
    each.follower.event(data, version);
  }

  function tellRoom(kind: string, room: string, data: Record<string, unknown>): void {
    for (const { follower } of [...followed.values()]) {
      if (follower.room !== null && follower.room !== room) continue;
      if (kind === "presence") follower.presence(data as unknown as Presence);
      else follower.news(data as { type: string });
    }
  }

  function answered(frame: Frame): void {
    const data = frame.d ?? {};
    const id = sent.get(frame.r ?? -1) ?? (typeof data.id === "string" ? data.id : undefined);
    const waiting = id === undefined ? undefined : pending.get(id);
    if (waiting) {
      settle(waiting);
      if (frame.t === "ok") waiting.resolve(Number(data.v));
      else waiting.reject(new ProblemError(problemIn(data)));
      return;
    }
    const each = [...followed.values()].find(({ asked }) => asked !== null && asked === frame.r);
    if (!each) return;
    each.asked = null;
    const retryMs = data.retry_ms;
    if (typeof retryMs === "number")
      setTimeout(() => followed.get(each.follower.match) === each && subscribe(each), retryMs);
    else fail(each, problemIn(data));
  }

  // --- following

  function subscribe(each: Followed): void {
    const { match, seat } = each.follower;
    const data = { ...(each.at ? { since: each.at.version, epoch: each.at.epoch } : {}), ...(seat ? { seat } : {}) };
    each.asked = socket.send("sub", data, match);
  }

  function resubscribe(each: Followed): void {
    each.at = null;
    if (polling) polling.again(each);
    else subscribe(each);
  }

  function fail(each: Followed, problem: Problem): void {
    if (followed.get(each.follower.match) === each) leave(each);
    for (const waiting of [...pending.values()]) {
      if (waiting.followed !== each) continue;
      settle(waiting);
      waiting.reject(new ProblemError(problem));
    }
    each.follower.failed(problem);
  }

  function leave(each: Followed): void {
    followed.delete(each.follower.match);
    polling?.drop(each);
    if (followed.size > 0) return;
    clearTimeout(linger);
    linger = setTimeout(() => followed.size === 0 && rest(), LINGER);
  }

  function rest(): void {
    stopPolling();
    socket.stop();
    connection.value = "closed";
    wasWelcomed = false;
  }

  function unanswered(): void {
    for (const each of followed.values()) each.asked = null;
    for (const each of pending.values()) clearTimeout(each.resend);
    sent.clear();
  }

  // --- commands

  function sendCommand(each: Pending): void {
    if (polling) return void overHttp(each);
    const { followed: to, command, expected } = each;
    const { match, seat } = to.follower;
    const data = { ...command, ...(expected === null ? {} : { expect: expected }), ...(seat ? { seat } : {}) };
    const number = socket.send("cmd", data, match);
    clearTimeout(each.resend);
    if (number === null) return; // after the next welcome, or by polling
    sent.set(number, command.id);
    each.resend = setTimeout(() => pending.has(command.id) && sendCommand(each), RESEND_AFTER);
  }

  async function overHttp(each: Pending): Promise<void> {
    clearTimeout(each.resend);
    const { follower, at } = each.followed;
    const expect = each.expected !== null && at ? { expect: { epoch: at.epoch, version: each.expected } } : {};
    try {
      const version = await deps.wire.command(follower.match, each.command, {
        ...(follower.seat ? { seat: follower.seat } : {}),
        ...expect,
      });
      settle(each);
      each.resolve(version);
    } catch (error) {
      if (!pending.has(each.command.id) || socket.isOpen) return; // answered, or sent again, over the socket
      settle(each);
      each.reject(error);
    }
  }

  function settle(each: Pending): void {
    clearTimeout(each.resend);
    clearTimeout(each.giveUp);
    pending.delete(each.command.id);
    for (const [number, id] of sent) if (id === each.command.id) sent.delete(number);
  }

  // --- without a socket

  function startPolling(): void {
    polling = createPolling(deps.wire, {
      snapshot: tellSnapshot,
      event: tellEvent,
      failed: fail,
      room: (each, data) => each.follower.news(data),
      presence: (each, presence) => each.follower.presence(presence),
      reached(isReached) {
        if (polling) connection.value = isReached ? "polling" : "offline";
      },
    });
    clearInterval(trySocket);
    trySocket = setInterval(() => socket.wake(), TRY_SOCKET_EVERY);
    for (const each of followed.values()) polling.follow(each);
    for (const each of pending.values()) sendCommand(each);
  }

  function stopPolling(): void {
    clearInterval(trySocket);
    polling?.stop();
    polling = null;
  }

  return {
    connection,
    skew,
    calls,
    heardTime(ms) {
      if (!socket.isOpen && Math.abs(ms - skew.value) >= TIME_DIFFERS_FROM) skew.value = ms;
    },
    follow(follower) {
      clearTimeout(linger);
      const mine: Followed = { follower, at: null, asked: null, slug: null };
      const before = followed.get(follower.match);
      if (before) polling?.drop(before);
      followed.set(follower.match, mine);
      if (connection.value === "closed") connection.value = "connecting";
      if (polling) polling.follow(mine);
      else if (socket.isOpen) subscribe(mine);
      else socket.start();
      return {
        command: (type, args, expected) =>
          new Promise((resolve, reject) => {
            const command = { id: deps.uuid(), type, args };
            const each: Pending = {
              followed: mine,
              command,
              expected,
              resolve,
              reject,
              resend: undefined,
              giveUp: undefined,
            };
            each.giveUp = setTimeout(() => {
              settle(each);
              reject(new ProblemError({ code: "network", detail: "" }));
            }, GIVE_UP_AFTER);
            pending.set(command.id, each);
            sendCommand(each);
          }),
        refresh: () => followed.get(follower.match) === mine && resubscribe(mine),
        stop() {
          for (const each of [...pending.values()]) {
            if (each.followed !== mine) continue;
            settle(each);
            each.reject(new ProblemError({ code: "closed", detail: "" }));
          }
          if (followed.get(follower.match) !== mine) return;
          if (socket.isOpen) socket.send("unsub", undefined, follower.match);
          leave(mine);
        },
      };
    },
    wake() {
      // why: a short loss of the network may leave the socket as it was
      if (connection.value === "offline" && socket.isOpen) connection.value = "open";
      if (polling) for (const each of followed.values()) polling.again(each);
      socket.wake();
    },
    sleep() {
      if (followed.size > 0) connection.value = "offline";
    },
    close() {
      for (const each of [...followed.values()]) leave(each);
      clearTimeout(linger);
      rest();
    },
  };
}

function problemIn(data: Record<string, unknown>): Problem {
  const { retry_ms: retryMs, ...told } = data;
  return {
    ...told,
    code: String(data.code ?? "internal"),
    detail: String(data.detail ?? ""),
    ...(typeof retryMs === "number" ? { retry_after: Math.ceil(retryMs / 1000) } : {}),
  } as Problem;
}
