/** One seat's, or a spectator's, look at one match, kept in step with the server. */

import { batch, computed, effect, type ReadonlySignal, signal } from "@preact/signals";
import type { Command, Wire } from "../api/http";
import type { Following, Link } from "../api/link";
import { ProblemError, problemOf } from "../api/problems";
import type { Connection, MatchStore, Problem } from "./contracts";
import { apply, needsSnapshot, type Order, orderOf, skip } from "./match";
import { createPlyQueue, type PlyQueueDeps } from "./ply-queue";
import type { EventData, Pieces, PlyEvent, PlyWords, Side, Snapshot } from "./types";

export interface StoreDeps {
  link: Link;
  /** Id of the room whose news are wanted; null: of every room that the page follows. */
  room?: string | null;
  /** Only for the order in which squares and kinds are listed. */
  system: Wire["system"];
  /** What was told before. */
  events: Wire["events"];
  /** What is known already of what happened, as this seat may be told it. */
  plies?: readonly PlyEvent[];
  /** How long a ply is shown before the next one. */
  plyTime: PlyQueueDeps["timeOf"];
}

type RoomFrame = { type: string } & Record<string, unknown>;

const ARRIVES_WITHIN = 3_000;
/** After these the names at the seats may be others. */
const RESEATING = new Set(["seat.taken", "seat.left", "player.renamed", "room"]);

export function createMatchStore(match: string, seat: Side | null, deps: StoreDeps): MatchStore {
  const state = signal<Snapshot | null>(null);
  const plies = signal<readonly PlyEvent[]>(deps.plies ?? []);
  const told = signal<Snapshot | null>(null);
  const present = signal<Readonly<Record<Side, boolean>>>({});
  const busy = signal(false);
  const problem = signal<Problem | null>(null);
  const closing = signal<{ at: string | null; reason: string | null } | null>(null);
  const isOver = signal(false);
  const listeners = new Set<(frame: RoomFrame) => void>();
  let order: Order | undefined;
  /** Why the match cannot be followed any more. */
  let ended: Problem | null = null;
  let isDisposed = false;
  let isLearning = false;
  const queue = createPlyQueue({
    timeOf: deps.plyTime,
    show({ data, version }) {
      if (state.value) follow(state.value, data, version);
    },
    tell() {
      told.value = state.value;
    },
  });

  const following: Following = deps.link.follow({
    match,
    seat,
    room: deps.room ?? null,
    snapshot(snapshot) {
      if (isDisposed) return;
      queue.clear();
      batch(() => {
        state.value = snapshot;
        told.value = snapshot;
      });
      void learnHistory();
      if (!order) void learnOrder(snapshot);
    },
    event(data, version) {
      if (!isDisposed && state.value) queue.add({ data, version });
    },
    news(frame) {
      if (isDisposed) return;
      if (frame.type === "room.closing") closing.value = { at: text(frame.at), reason: null };
      if (frame.type === "room.closed") closing.value = { at: null, reason: text(frame.reason) };
      if (RESEATING.has(frame.type)) following.refresh();
      for (const listener of [...listeners]) listener(frame);
    },
    presence({ side, connected }) {
      if (!isDisposed) present.value = { ...present.value, [side]: connected };
    },
    failed(reason) {
      if (isDisposed) return;
      if (reason.code === "room-closed") closing.value = { at: null, reason: closing.value?.reason ?? null };
      ended = reason;
      problem.value = reason;
      isOver.value = true;
    },
  });

  async function learnOrder({ system, options }: Snapshot): Promise<void> {
    try {
      order = orderOf(await deps.system(system, { ...options }));
    } catch {
      order = undefined; // the state is right without it, only listed differently
    }
  }

  function follow(before: Snapshot, data: EventData | null, version: number): void {
    try {
      const next = data ? apply(before, data, version, order) : skip(before, version);
      batch(() => {
        state.value = next;
        if (data?.type === "ply") learn([data]);
      });
    } catch {
      queue.clear();
      return following.refresh();
    }
    if (data && needsSnapshot(before, data)) following.refresh();
  }

  function learn(news: readonly PlyEvent[]): void {
    const known = new Map([...plies.value, ...news].map((each) => [each.number, each]));
    plies.value = [...known.values()].sort((a, b) => a.number - b.number);
  }

  /** What happened before the page followed, or while it was not told: a list of battles needs it. */
  async function learnHistory(): Promise<void> {
    if (isLearning) return;
    isLearning = true;
    try {
      let since = 0;
      while (!isDisposed && plies.value.length < (state.value?.ply_count ?? 0)) {
        const missed = await deps.events(match, { since, wait: 0, ...(seat ? { seat } : {}) });
        const last = missed.events.at(-1);
        if (isDisposed || !last) return;
        const shown = state.value?.ply_count ?? 0; // the server tells of plies that wait to be shown, too
        learn(missed.events.flatMap(({ d }) => (d?.type === "ply" && d.number <= shown ? [d] : [])));
        since = last.v;
      }
    } catch {
      return; // the next snapshot asks again
    } finally {
      isLearning = false;
    }
  }

  async function command(type: Command["type"], args: Record<string, unknown>, isVersioned = false): Promise<void> {
    if (busy.value) return refuse({ code: "busy", detail: "" });
    if (ended) {
      problem.value = ended; // why: nobody would answer; the screen has dismissed it and tells it again
      return refuse(ended);
    }
    queue.catchUp();
    busy.value = true;
    problem.value = null;
    try {
      const expected = isVersioned ? (state.value?.version ?? 0) : null;
      await arrived(await following.command(type, args, expected));
    } catch (error) {
      if (isDisposed) return;
      problem.value = problemOf(error);
      if (problem.value.code === "stale-version") following.refresh();
      throw error instanceof ProblemError ? error : new ProblemError(problem.value);
    } finally {
      busy.value = false;
    }
  }

  function refuse(told: Problem): never {
    throw new ProblemError(told);
  }

  /** Until the state shows what the command did; asks for it when it does not come. */
  function arrived(version: number): Promise<void> {
    if (isDisposed || (state.value?.version ?? 0) >= version) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        queueMicrotask(() => stop());
        resolve();
      };
      const timer = setTimeout(() => {
        if (!isDisposed) following.refresh();
        done();
      }, ARRIVES_WITHIN);
      const stop = effect(() => {
        if (isOver.value || (state.value?.version ?? 0) >= version) done();
      });
    });
  }

  return {
    seat,
    state,
    plies,
    told,
    present,
    busy,
    problem,
    closing,
    skew: deps.link.skew,
    connection: connectionOf(deps.link, isOver),
    confirmLayout: (pieces: Pieces) => command("layout.confirm", { pieces }),
    withdrawLayout: () => command("layout.withdraw", {}),
    play: (ply: PlyWords) => command("play", { ply }, true),
    resign: () => command("resign", {}),
    claimAbandoned: () => command("claim.abandoned", {}),
    catchUp() {
      if (queue.isBehind) queue.catchUp();
    },
    dismissProblem() {
      problem.value = null;
    },
    onRoom(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispose() {
      if (isDisposed) return;
      isDisposed = true;
      isOver.value = true;
      following.stop();
      queue.clear();
      listeners.clear();
      state.value = null;
      told.value = null;
      plies.value = [];
      present.value = {};
      problem.value = null;
      order = undefined;
    },
  };
}

function connectionOf(link: Link, isOver: ReadonlySignal<boolean>): ReadonlySignal<Connection> {
  return computed(() => (isOver.value ? "closed" : link.connection.value));
}

function text(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
