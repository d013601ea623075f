/** One call over HTTP: time limit, retries where a repeat does no harm, refusals as ProblemError. */

import { ProblemError, problemFrom, unreachable } from "./problems";

/** As a call's token: whoever the session cookie stands for. */
export const COOKIE = "";

export interface Call {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: string;
  /** JSON, or a file or form as it is. */
  body?: unknown;
  /** A bearer token, or COOKIE; without one nobody asks. */
  token?: string;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
  /** ms for one attempt; for calls that the server lets wait. */
  timeout?: number;
  /** A repeat changes nothing more; reads always are. */
  idempotent?: boolean;
  /** The answer is no JSON. */
  asBlob?: boolean;
}

export interface RequestDeps {
  fetch: typeof fetch;
  base: string;
  /** What of the CSRF cookie a call by cookie repeats; "" where there is none yet. */
  csrf: () => string;
  random: () => number;
  /** Rejects with the signal's reason when aborted. */
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  now: () => number;
  /** Told with every answer that was not waited for: server time minus this device's in ms, to a second or so. */
  heardTime: (skew: number) => void;
}

export type Send = (call: Call) => Promise<unknown>;

const FILE = "application/octet-stream";
const ATTEMPTS = 4;
const TIMEOUT = 10_000;
const LONGEST_WAIT = 10_000;
/** Reading it sets the CSRF cookie. */
const CSRF_SOURCE = "/_allauth/browser/v1/config";
const TRANSIENT = new Set(["network", "offline", "rate-limited", "unavailable"]);

export function createSend(given: Partial<RequestDeps> = {}): Send {
  const deps: RequestDeps = {
    fetch: (input, init) => globalThis.fetch(input, init),
    base: "/api/v1/",
    csrf: csrfCookie,
    random: Math.random,
    sleep,
    now: Date.now,
    heardTime: () => undefined,
    ...given,
  };
  return async (call) => {
    const mayRepeat = call.idempotent ?? call.method === "GET";
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await once(deps, call);
      } catch (error) {
        if (!mayRepeat || attempt === ATTEMPTS || !isTransient(error)) throw error;
        await deps.sleep(pause(error.problem.retry_after, attempt, deps.random()), call.signal);
      }
    }
  };
}

/** What the server asks for, else growing with chance. */
function pause(retryAfter: number | undefined, attempt: number, chance: number): number {
  const wanted = retryAfter === undefined ? 300 * 2 ** (attempt - 1) * (0.5 + chance) : retryAfter * 1000;
  return Math.min(wanted, LONGEST_WAIT);
}

function isTransient(error: unknown): error is ProblemError {
  return error instanceof ProblemError && TRANSIENT.has(error.problem.code);
}

async function once(deps: RequestDeps, call: Call): Promise<unknown> {
  call.signal?.throwIfAborted();
  const abort = new AbortController();
  const stop = () => abort.abort();
  const timer = setTimeout(stop, call.timeout ?? TIMEOUT);
  call.signal?.addEventListener("abort", stop);
  try {
    const sentAt = deps.now();
    const csrf = isByCookie(call) ? await csrfToken(deps, abort.signal) : "";
    const response = await deps.fetch(deps.base + call.path, init(call, csrf, abort.signal));
    if (call.timeout === undefined) hearTime(deps, response, (sentAt + deps.now()) / 2);
    if (response.ok && call.asBlob) return await response.blob();
    const text = await response.text();
    if (response.ok) return text === "" ? null : JSON.parse(text);
    throw new ProblemError(problemFrom(response.status, parsed(text), response.headers.get("Retry-After")));
  } catch (error) {
    if (error instanceof ProblemError) throw error;
    call.signal?.throwIfAborted();
    throw unreachable();
  } finally {
    clearTimeout(timer);
    call.signal?.removeEventListener("abort", stop);
  }
}

/** `at`: when, by this device, the server most likely answered. */
function hearTime(deps: RequestDeps, response: Response, at: number): void {
  const told = Date.parse(response.headers.get("Date") ?? "");
  // why: the header tells the second that has begun, so on average half of one is missing
  if (Number.isFinite(told)) deps.heardTime(Math.round(told + 500 - at));
}

function isByCookie({ method, token }: Call): boolean {
  return token === COOKIE && method !== "GET";
}

async function csrfToken(deps: RequestDeps, signal: AbortSignal): Promise<string> {
  if (!deps.csrf()) await deps.fetch(CSRF_SOURCE, { credentials: "same-origin", cache: "no-store", signal });
  return deps.csrf();
}

/** Behind TLS its name has a prefix that holds it to this very host. "" where nobody ever began to sign in. */
export function csrfCookie(): string {
  return /(?:^|; )(?:__Host-)?gyoji-csrf=([^;]*)/.exec(globalThis.document?.cookie ?? "")?.[1] ?? "";
}

function init(call: Call, csrf: string, signal: AbortSignal): RequestInit {
  const headers: Record<string, string> = { Accept: "application/json", ...call.headers };
  if (call.token) headers.Authorization = `Bearer ${call.token}`;
  if (csrf) headers["X-CSRFToken"] = csrf;
  const { body } = call;
  const isForm = body instanceof URLSearchParams; // whose type the browser names
  if (body !== undefined && !isForm) headers["Content-Type"] = body instanceof Blob ? FILE : "application/json";
  return {
    method: call.method,
    headers,
    signal,
    credentials: call.token === COOKIE ? "same-origin" : "omit",
    cache: "no-store",
    ...(body === undefined ? {} : { body: isForm || body instanceof Blob ? body : JSON.stringify(body) }),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  });
}
