/** Stand-ins for the network, for tests. */

import type { EventData, Snapshot } from "../game/types";
import type { Wire } from "./http";
import type { Follower, LinkDeps } from "./link";
import type { Exclusively } from "./session";
import type { Frame, RawSocket } from "./socket";

export interface Answer {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface Asked {
  method: string;
  path: string;
  body: unknown;
  headers: Record<string, string>;
}

/** Answers calls in turn; an Error is thrown as a network fault. The last answer repeats. */
export function fakeFetch(...answers: (Answer | Error)[]) {
  const asked: Asked[] = [];
  const fetch = async (input: unknown, init: RequestInit = {}): Promise<Response> => {
    const { method = "GET", body, headers } = init;
    asked.push({
      method,
      path: String(input).replace("/api/v1/", ""),
      body:
        typeof body === "string"
          ? JSON.parse(body)
          : body instanceof URLSearchParams
            ? Object.fromEntries(body)
            : undefined,
      headers: headers as Record<string, string>,
    });
    const answer = answers[Math.min(asked.length, answers.length) - 1];
    if (answer instanceof Error) throw answer;
    const { status = 200, body: told, headers: more = {} } = answer ?? {};
    return new Response(told === undefined ? null : JSON.stringify(told), { status, headers: more });
  };
  return { fetch: fetch as typeof globalThis.fetch, asked };
}

/** As `navigator.locks`: one at a time, in order. */
export function lock(): Exclusively {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work, work);
    last = mine.catch(() => undefined);
    return mine;
  };
}

export class FakeSocket implements RawSocket {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  onerror: (() => void) | null = null;
  isClosed = false;
  readonly sent: (Frame & { i: number })[] = [];

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(): void {
    this.isClosed = true;
  }

  // --- what the server does

  say(frame: Frame): void {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }

  hangUp(code = 1006): void {
    this.onclose?.({ code });
  }

  /** Accept, and welcome who says hello. */
  welcome(serverTime = new Date(Date.now()).toISOString()): void {
    this.onopen?.();
    this.say({ t: "welcome", r: this.last("hello").i, e: 1, d: { server_time: serverTime } });
  }

  last(kind: string): Frame & { i: number } {
    const found = this.sent.filter(({ t }) => t === kind).at(-1);
    if (!found) throw new Error(`no ${kind} was sent`);
    return found;
  }

  all(kind: string): (Frame & { i: number })[] {
    return this.sent.filter(({ t }) => t === kind);
  }
}

export const MATCH = "m-1";

export function snapshotAt(version: number, more: Partial<Snapshot> = {}): Snapshot {
  return {
    match: MATCH,
    room: "slug",
    epoch: 1,
    version,
    ply_count: 0,
    view: null,
    seats: [],
    options: {},
    ...more,
  } as Snapshot;
}

export function layoutEvent(side = "second"): EventData {
  return { type: "layout.confirmed", side, at: "", commitments: {} };
}

/** A link's surroundings: every socket it opens is kept, calls to the wire are what the test says. */
export function surroundings(wire: Partial<Wire> = {}) {
  const sockets: FakeSocket[] = [];
  let ids = 0;
  const deps: LinkDeps = {
    wire: wire as Wire,
    open: () => {
      const made = new FakeSocket();
      sockets.push(made);
      return made;
    },
    token: async () => "token",
    renew: async () => "renewed",
    banned: () => undefined,
    random: () => 0.5,
    now: () => Date.now(),
    uuid: () => {
      ids += 1;
      return `id-${ids}`;
    },
  };
  const socket = () => {
    const last = sockets.at(-1);
    if (!last) throw new Error("no socket was opened");
    return last;
  };
  return { deps, sockets, socket };
}

/** Writes down what it is told. */
export function listener(seat: string | null = "first") {
  const told: string[] = [];
  const follower: Follower = {
    match: MATCH,
    seat,
    room: null,
    snapshot: ({ version }) => told.push(`snapshot ${version}`),
    event: (data, version) => told.push(`${data?.type ?? "skip"} ${version}`),
    news: ({ type }) => told.push(type),
    presence: ({ side, connected }) => told.push(`${side} ${connected ? "is there" : "is gone"}`),
    failed: ({ code }) => told.push(`failed ${code}`),
  };
  return { follower, told };
}
