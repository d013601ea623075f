/** Every REST call the client makes. */

import type { Api, HistoryLine, Notice, Room, SavedLayout, TurnLine } from "../game/contracts";
import { readSystem } from "../game/description";
import type { Deduction, EventData, Pieces, Setup, Side, Snapshot, System, Thought } from "../game/types";
import { isProblem } from "./problems";
import type { Call, Send } from "./request";
import type { Session } from "./session";

export interface Command {
  /** A UUID: the same for every repeat. */
  id: string;
  type: "layout.confirm" | "layout.withdraw" | "play" | "resign" | "claim.abandoned";
  args: Record<string, unknown>;
}

export interface Missed {
  epoch: number;
  version: number;
  events: readonly { v: number; d: EventData | null }[];
}

/** What the connection needs beyond what screens use. */
export interface Wire extends Api {
  snapshot(match: string, seat?: Side, signal?: AbortSignal): Promise<Snapshot>;
  room(slug: string, signal?: AbortSignal): Promise<Room>;
  events(match: string, asked: { since: number; wait: number; seat?: Side; signal?: AbortSignal }): Promise<Missed>;
  /** Answers the version of the command's event. `expect` is needed to play. */
  command(
    match: string,
    command: Command,
    asked: { seat?: Side; expect?: { epoch: number; version: number } },
  ): Promise<number>;
}

/** Calls with what the caller shows; what the server no longer knows is replaced once. */
export function asCaller(send: Send, session: Session) {
  return async <T>(call: Omit<Call, "token">): Promise<T> => {
    const token = await session.token();
    try {
      return (await send({ ...call, token })) as T;
    } catch (error) {
      if (!isProblem(error, "unauthenticated", "no-player")) throw error;
      return (await send({ ...call, token: await session.renew(token) })) as T;
    }
  };
}

export function createApi(send: Send, session: Session): Wire {
  const systems = new Map<string, Promise<System>>();
  const ask = asCaller(send, session);
  const get = <T>(path: string, more: Partial<Call> = {}) => ask<T>({ method: "GET", path, ...more });
  const post = <T>(path: string, body?: unknown, more: Partial<Call> = {}) =>
    ask<T>({ method: "POST", path, body, ...more });

  return {
    system(key, options) {
      const path = `systems/${part(key)}${query({ options: options && JSON.stringify(options) })}`;
      const known = systems.get(path);
      if (known) return known;
      const asked = send({ method: "GET", path }).then((told) => readSystem(told as System));
      systems.set(path, asked);
      asked.catch(() => systems.delete(path));
      return asked;
    },
    systems: () =>
      (send({ method: "GET", path: "systems" }) as Promise<{ systems: { key: string }[] }>).then(({ systems }) =>
        systems.map(({ key }) => key),
      ),
    createRoom: (wanted) => post("rooms", wanted),
    room: (slug, signal) => get(`rooms/${part(slug)}`, { signal }),
    claim: (slug, seat, secret) => post(`rooms/${part(slug)}/seats/${seat}/claim`, secret === null ? {} : { secret }),
    playComputer: (slug, level) => post(`rooms/${part(slug)}/computer`, { level }),
    offerRematch: (slug) => post(`rooms/${part(slug)}/rematch`),
    withdrawRematch: (slug) => ask({ method: "DELETE", path: `rooms/${part(slug)}/rematch`, idempotent: true }),
    leave: (slug) => post(`rooms/${part(slug)}/leave`),
    closeRoom: (slug) => post(`rooms/${part(slug)}/close`),
    snapshot: (match, seat, signal) => get(`matches/${part(match)}${query({ seat })}`, { signal }),
    deductions: (match, seat) =>
      get<{ pieces: Deduction[] }>(`matches/${part(match)}/deductions${query({ seat })}`).then(({ pieces }) => pieces),
    async thoughts(match) {
      const told: Thought[] = [];
      for (let since: number | null = 0; since !== null; ) {
        const path = `matches/${part(match)}/thoughts${query({ since })}`;
        const page: { thoughts: Thought[]; next: number | null } = await get(path);
        told.push(...page.thoughts);
        since = page.next;
      }
      return told;
    },
    record: (match, of) => get(`matches/${part(match)}/record${query({ of })}`),
    events: (match, { since, wait, seat, signal }) =>
      get(`matches/${part(match)}/events${query({ since, wait, seat })}`, { signal, timeout: (wait + 10) * 1000 }),
    async command(match, { id, type, args }, { seat, expect }) {
      const headers: Record<string, string> = { "Idempotency-Key": id };
      if (expect) headers["If-Match"] = `"e${expect.epoch}-v${expect.version}"`;
      const body = { type, ...(Object.keys(args).length ? { args } : {}), ...(seat ? { seat } : {}) };
      const done = await post<{ v: number }>(`matches/${part(match)}/commands`, body, { headers, idempotent: true });
      return done.v;
    },
    randomLayout: (system, side, options) =>
      post<{ pieces: Pieces }>(
        "layouts/random",
        { system, side, ...(options ? { options } : {}) },
        { idempotent: true },
      ).then(({ pieces }) => pieces),
    setups: (system, options, side) =>
      get<{ setups: Setup[] }>(
        `systems/${part(system)}/setups${query({ options: JSON.stringify(options), side })}`,
      ).then(({ setups }) => setups),
    readLayoutFile: ({ system, side, format }, file, options) =>
      post(`layouts/read${query({ system, format, side, options: JSON.stringify(options) })}`, file, {
        idempotent: true,
      }),
    writeLayoutFile: (wanted, pieces) =>
      post("layouts/write", { ...wanted, pieces }, { asBlob: true, idempotent: true }),
    savedLayouts: (system, side) =>
      get<{ layouts: SavedLayout[] }>(`layouts${query({ system, side })}`).then(({ layouts }) => layouts),
    saveLayout: (system, name, pieces, side) => post("layouts", { system, name, pieces, side }),
    renameLayout: (id, name) => ask({ method: "PATCH", path: `layouts/${part(id)}`, body: { name }, idempotent: true }),
    async deleteLayout(id) {
      await ask({ method: "DELETE", path: `layouts/${part(id)}`, idempotent: true }).catch(unlessGone);
    },
    exportLayouts: () => get("layouts/export"),
    async importLayouts(layouts) {
      await post("layouts/import", layouts, { idempotent: true });
    },
    turns: () => get<{ matches: TurnLine[] }>("me/turns").then(({ matches }) => matches),
    history: (cursor) => get<{ matches: HistoryLine[]; next: string | null }>(`me/matches${query({ cursor })}`),
    me: () => get("me"),
    async report(complaint) {
      await post("reports", complaint);
    },
    notices: () => get<{ notices: Notice[] }>("me/notices").then(({ notices }) => notices),
    async readNotice(id) {
      await post(`me/notices/${part(id)}/read`, undefined, { idempotent: true });
    },
  };
}

/** A repeat of a deletion finds nothing: that is what was wanted. */
function unlessGone(error: unknown): void {
  if (!isProblem(error, "not-found")) throw error;
}

function part(text: string): string {
  return encodeURIComponent(text);
}

function query(values: Record<string, string | number | undefined>): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return given.length ? `?${new URLSearchParams(given.map(([key, value]) => [key, String(value)]))}` : "";
}
