/** Refusals as values and as errors. */

import type { Problem } from "../game/contracts";

export class ProblemError extends Error {
  constructor(readonly problem: Problem) {
    super(problem.detail || problem.code);
    this.name = "ProblemError";
  }
}

/** Whatever was caught, as a problem; what nobody foresaw becomes "internal". */
export function problemOf(error: unknown): Problem {
  if (error instanceof ProblemError) return error.problem;
  return { code: "internal", detail: error instanceof Error ? error.message : "" };
}

export function isProblem(error: unknown, ...codes: string[]): boolean {
  return error instanceof ProblemError && codes.includes(error.problem.code);
}

/** No answer came at all. */
export function unreachable(): ProblemError {
  const isOffline = typeof navigator !== "undefined" && navigator.onLine === false;
  return new ProblemError({ code: isOffline ? "offline" : "network", detail: "" });
}

/** The body of a refusal; a proxy's own page has none of ours. */
export function problemFrom(status: number, body: unknown, retryAfter: string | null): Problem {
  const told = typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {};
  const code = typeof told.code === "string" ? told.code : codeFor(status);
  const seconds = Number(told.retry_after ?? retryAfter ?? Number.NaN);
  return {
    ...told,
    code,
    detail: typeof told.detail === "string" ? told.detail : "",
    status,
    ...(Number.isFinite(seconds) ? { retry_after: seconds } : {}),
  } as Problem;
}

function codeFor(status: number): string {
  if (status === 401) return "unauthenticated";
  if (status === 404) return "not-found";
  if (status === 429) return "rate-limited";
  if (status === 502 || status === 503 || status === 504) return "unavailable";
  return status < 500 ? "bad-request" : "internal";
}
