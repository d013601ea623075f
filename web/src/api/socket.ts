/** One WebSocket kept alive: hello, heartbeat, coming back after each close code as docs/protocol.md says. */

import type { Problem } from "../game/contracts";
import { problemOf } from "./problems";

export const PROTOCOL = "gyoji.v1.json";
const PING_EVERY = 10_000;
const WELCOME_WITHIN = 8_000;
const AWAKE_WITHIN = 3_000;
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 15_000;
const RESTART_PAUSE = 3_000;

export interface Frame {
  t: string;
  r?: number;
  m?: string;
  e?: number;
  v?: number;
  d?: Record<string, unknown>;
}

/** What of a browser's WebSocket is used. */
export interface RawSocket {
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
  onerror: (() => void) | null;
  send(text: string): void;
  close(code?: number): void;
}

export interface SocketDeps {
  open: () => RawSocket;
  token: () => Promise<string>;
  renew: (bad: string) => Promise<string>;
  random: () => number;
  now: () => number;
}

export interface SocketEvents {
  welcomed(): void;
  /** A frame of no concern here. */
  heard(frame: Frame): void;
  /** Versions by match, from a heartbeat. */
  beaten(versions: Readonly<Record<string, number>>): void;
  skewed(ms: number): void;
  /** Not connected now; `failures`: attempts in a row that brought no welcome. `code` says how it closed. */
  lost(failures: number, code: number): void;
  /** It will not come back by itself. */
  ended(problem: Problem | null): void;
}

export interface Socket {
  readonly isOpen: boolean;
  start(): void;
  stop(): void;
  /** Answers the frame's number, or null when nothing can be sent now. */
  send(kind: string, data?: unknown, match?: string): number | null;
  /** The device woke up or is online again: connect now, or make sure that the connection lives. */
  wake(): void;
}

interface Goodbye {
  code: number;
  retryMs: number | null;
  reason: string;
}

export function createSocket(deps: SocketDeps, events: SocketEvents): Socket {
  let raw: RawSocket | null = null;
  let token = "";
  let number = 0;
  let failures = 0;
  let renewals = 0;
  let isRunning = false;
  let isOpen = false;
  let goodbye: Goodbye | null = null;
  let pinged: { number: number; at: number } | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let deadline: ReturnType<typeof setTimeout> | undefined;
  let heartbeat: ReturnType<typeof setInterval> | undefined;
  /** Counts starts, so that a token that arrives late opens nothing. */
  let round = 0;

  async function connect(): Promise<void> {
    if (!isRunning || raw) return;
    clearTimeout(retry);
    round += 1;
    const mine = round;
    try {
      token = await deps.token();
    } catch (error) {
      if (mine === round && isRunning) withoutToken(problemOf(error));
      return;
    }
    if (mine !== round || !isRunning) return;
    open();
  }

  function withoutToken(problem: Problem): void {
    if (problem.code === "banned" || problem.code === "signed-out") return end(problem);
    failures += 1;
    events.lost(failures, 0);
    again(backoff());
  }

  function open(): void {
    goodbye = null;
    let made: RawSocket;
    try {
      made = deps.open();
    } catch {
      return closed(1006);
    }
    raw = made;
    deadline = setTimeout(() => drop(), WELCOME_WITHIN);
    made.onopen = () => send("hello", { token, proto: 1, client: "web" }, undefined, true);
    made.onmessage = ({ data }) => raw === made && typeof data === "string" && read(data);
    made.onclose = ({ code }) => raw === made && closed(goodbye?.code ?? code);
    made.onerror = () => undefined; // a close follows
  }

  function read(text: string): void {
    let frame: Frame;
    try {
      frame = JSON.parse(text) as Frame;
    } catch {
      return;
    }
    if (frame.t === "welcome") welcome(frame);
    else if (frame.t === "pong") pong(frame);
    else if (frame.t === "bye") goodbye = readGoodbye(frame.d ?? {});
    else events.heard(frame);
  }

  function welcome(frame: Frame): void {
    clearTimeout(deadline);
    isOpen = true;
    failures = 0;
    renewals = 0;
    clearInterval(heartbeat);
    heartbeat = setInterval(beat, PING_EVERY);
    measure(frame, deps.now());
    events.welcomed();
  }

  function beat(): void {
    if (pinged) return drop(); // the last one was not answered
    ping();
  }

  function ping(): void {
    const sent = send("ping");
    if (sent !== null) pinged = { number: sent, at: deps.now() };
  }

  function pong(frame: Frame): void {
    if (!pinged || frame.r !== pinged.number) return;
    clearTimeout(deadline);
    measure(frame, (pinged.at + deps.now()) / 2);
    pinged = null;
    events.beaten((frame.d?.versions ?? {}) as Record<string, number>);
  }

  /** `at`: when, by this device, the server most likely wrote its time. */
  function measure(frame: Frame, at: number): void {
    const server = Date.parse(String(frame.d?.server_time));
    if (Number.isFinite(server)) events.skewed(Math.round(server - at));
  }

  function send(kind: string, data?: unknown, match?: string, isGreeting = false): number | null {
    // why: after its goodbye the server hears nothing, and the browser complains of what is said into a closing socket
    if (!raw || goodbye || !(isOpen || isGreeting)) return null;
    number += 1;
    try {
      raw.send(JSON.stringify({ t: kind, i: number, ...(match ? { m: match } : {}), ...(data ? { d: data } : {}) }));
    } catch {
      return null;
    }
    return number;
  }

  /** Give the connection up without waiting for its close, which may take minutes. */
  function drop(): void {
    const old = raw;
    closed(1006);
    old?.close();
  }

  function forget(): void {
    clearTimeout(deadline);
    clearInterval(heartbeat);
    raw = null;
    isOpen = false;
    pinged = null;
  }

  function closed(code: number): void {
    const wasOpen = isOpen;
    const said = goodbye;
    forget();
    if (!isRunning) return;
    if (code === 4401 || code === 4402) return void renew(code);
    if (!wasOpen) failures += 1;
    const ending = endingFor(code, said?.reason ?? "");
    if (ending !== undefined) return end(ending);
    events.lost(failures, code);
    again(pauseFor(code, said?.retryMs ?? null));
  }

  async function renew(code: number): Promise<void> {
    renewals += 1;
    events.lost(failures, code);
    if (renewals > 2) return again(LONGEST_PAUSE);
    const mine = round;
    try {
      await deps.renew(token);
    } catch (error) {
      if (mine === round && isRunning) withoutToken(problemOf(error));
      return;
    }
    if (mine === round) void connect();
  }

  function pauseFor(code: number, retryMs: number | null): number {
    if (code === 4012 || code === 1012) return deps.random() * RESTART_PAUSE;
    if (code === 4408 || code === 4413) return FIRST_PAUSE;
    if (code === 4429) return Math.max(retryMs ?? 1_000, FIRST_PAUSE);
    return backoff();
  }

  /** Full jitter, but never at once. */
  function backoff(): number {
    const ceiling = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** Math.min(failures + 1, 10));
    return FIRST_PAUSE + deps.random() * (ceiling - FIRST_PAUSE);
  }

  function again(ms: number): void {
    clearTimeout(retry);
    retry = setTimeout(() => void connect(), ms);
  }

  function end(problem: Problem | null): void {
    isRunning = false;
    clearTimeout(retry);
    events.ended(problem);
  }

  return {
    get isOpen() {
      return isOpen;
    },
    start() {
      if (isRunning) return;
      isRunning = true;
      failures = 0;
      renewals = 0;
      void connect();
    },
    stop() {
      isRunning = false;
      round += 1;
      clearTimeout(retry);
      const old = raw;
      forget();
      old?.close(1000);
    },
    send,
    wake() {
      if (!isRunning) return;
      if (!raw) return void connect();
      if (!isOpen || pinged) return;
      ping();
      clearTimeout(deadline);
      deadline = setTimeout(() => drop(), AWAKE_WITHIN);
    },
  };
}

/** The problem to show for a close that forbids coming back; null ends quietly, undefined comes back. */
function endingFor(code: number, detail: string): Problem | null | undefined {
  if (code === 4403) return { code: "banned", detail };
  if (code === 4404) return null;
  if (code === 4410) return { code: "unsupported-protocol", detail };
  if (code === 4400) return { code: "bad-request", detail };
  if (code === 4009 || code === 1009) return { code: "payload-too-large", detail };
  return undefined;
}

function readGoodbye(data: Record<string, unknown>): Goodbye {
  return {
    code: Number(data.code),
    retryMs: typeof data.retry_ms === "number" ? data.retry_ms : null,

    reason: String(data.reason ?? ""),
  };
}
