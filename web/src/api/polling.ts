/** Following a match without a socket: the events endpoint waits for what is new, the room is looked at beside it. */

import type { Problem, Room } from "../game/contracts";
import { type EventData, isComputer, type Snapshot } from "../game/types";
import type { Wire } from "./http";
import type { Followed, Presence } from "./link";
import { problemOf } from "./problems";
import { sleep } from "./request";

const WAIT = 20;
const LOOK_AT_ROOM_EVERY = 4_000;
/** Until the first snapshot has told which room it is. */
const LOOK_FOR_ROOM_EVERY = 250;
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 15_000;
const FINAL = new Set(["not-found", "room-closed", "not-your-seat", "banned", "forbidden", "signed-out"]);

export interface PollingEvents {
  snapshot(followed: Followed, snapshot: Snapshot): void;
  event(followed: Followed, data: EventData | null, version: number): void;
  room(followed: Followed, data: { type: string } & Record<string, unknown>): void;
  presence(followed: Followed, presence: Presence): void;
  failed(followed: Followed, problem: Problem): void;
  /** Whether the last call got an answer. */
  reached(isReached: boolean): void;
}

export interface Polling {
  follow(followed: Followed): void;
  /** Ask at once, whatever it waits for. */
  again(followed: Followed): void;
  drop(followed: Followed): void;
  stop(): void;
}

export function createPolling(wire: Wire, events: PollingEvents): Polling {
  const running = new Map<Followed, AbortController>();
  /** The essence of each room as it was told last; outlives asking `again`, which is what such news lead to. */
  const rooms = new WeakMap<Followed, string>();

  async function loop(followed: Followed, signal: AbortSignal): Promise<void> {
    let pause = FIRST_PAUSE;
    while (!signal.aborted) {
      try {
        const asked = Date.now();
        const hasNews = await step(followed, signal);
        events.reached(true);
        pause = FIRST_PAUSE;
        // why: after the end the server lets nobody wait
        if (!hasNews) await sleep(Math.max(0, asked + LOOK_AT_ROOM_EVERY - Date.now()), signal);
      } catch (error) {
        if (signal.aborted) return;
        const problem = problemOf(error);
        if (FINAL.has(problem.code)) return events.failed(followed, problem);
        events.reached(false);
        await sleep(pause, signal).catch(() => undefined);
        pause = Math.min(pause * 2, LONGEST_PAUSE);
      }
    }
  }

  /** Whether something happened since. */
  async function step(followed: Followed, signal: AbortSignal): Promise<boolean> {
    const { match, seat } = followed.follower;
    if (!followed.at) {
      const snapshot = await wire.snapshot(match, seat ?? undefined, signal);
      if (!signal.aborted) events.snapshot(followed, snapshot);
      return true;
    }
    const { epoch, version } = followed.at;
    const missed = await wire.events(match, { since: version, wait: WAIT, signal, ...(seat ? { seat } : {}) });
    if (signal.aborted) return false;
    if (missed.epoch !== epoch || missed.version < version) {
      followed.at = null;
      return true;
    }
    for (const { v, d } of missed.events) events.event(followed, d, v);
    return missed.events.length > 0;
  }

  async function lookAtRoom(followed: Followed, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      if (followed.slug) {
        try {
          const room = await wire.room(followed.slug, signal);
          if (signal.aborted) return;
          tellRoom(followed, room);
        } catch (error) {
          if (signal.aborted) return;
          if (problemOf(error).code === "room-closed")
            return events.room(followed, { type: "room.closed", reason: null });
        }
      }
      await sleep(followed.slug ? LOOK_AT_ROOM_EVERY : LOOK_FOR_ROOM_EVERY, signal).catch(() => undefined);
    }
  }

  /** The first look is news as well: somebody may have come since the snapshot. */
  function tellRoom(followed: Followed, room: Room): void {
    for (const { number, side, player, connected } of room.seats) {
      if (player && !isComputer(player)) events.presence(followed, { seat: number, side, connected });
    }
    const now = essence(room);
    if (now === rooms.get(followed)) return;
    rooms.set(followed, now);
    events.room(followed, { type: "room", ...room });
  }

  function start(followed: Followed): void {
    const abort = new AbortController();
    running.set(followed, abort);
    void loop(followed, abort.signal);
    void lookAtRoom(followed, abort.signal);
  }

  function drop(followed: Followed): void {
    running.get(followed)?.abort();
    running.delete(followed);
  }

  return {
    follow: start,
    again(followed) {
      drop(followed);
      start(followed);
    },
    drop,
    stop() {
      for (const followed of [...running.keys()]) drop(followed);
    },
  };
}

/** What of a room matters to who looks at it: neither times nor who is connected. */
function essence({ match, match_number, full, seats }: Room): string {
  return JSON.stringify([match, match_number, full, seats.map((seat) => [seat.player, seat.offers_rematch])]);
}
