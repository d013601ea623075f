/** django-allauth's addresses for browsers: what its answers mean, and its refusals as ours. */

import { ProblemError } from "./problems";
import { type Call, COOKIE, type Send } from "./request";

/** Where a sign-in stands: over, or what it waits for. "start": nothing was begun, or it took too long. */
export type Step = "done" | "confirm" | "second-factor" | "reset" | "address" | "start";

/** What can be shown as a second factor. */
export type FactorKind = "totp" | "recovery_codes" | "webauthn";

/** A step, and what it takes where that is a second factor. */
export interface Waiting {
  step: Step;
  kinds: readonly FactorKind[];
}

/** What was wrong with a form: codes by field; "" is the form as a whole. */
export type Faults = Readonly<Record<string, readonly string[]>>;

/** A form was refused; the person can mend it. */
export class FormError extends Error {
  constructor(readonly faults: Faults) {
    super(JSON.stringify(faults));
    this.name = "FormError";
  }
}

/** It must be shown once more whose account it is before this is done. */
export class ProofNeeded extends Error {
  override name = "ProofNeeded";
}

/** What allauth answers: `{status, data | errors, meta}`. */
export type Answer = Readonly<Record<string, unknown>>;

export interface Allauth {
  /** Rejects with ProblemError, FormError, ProofNeeded, Unfinished or Conflict. */
  ask(call: Omit<Call, "token">): Promise<Answer>;
  /** A call that leads from one step to the next: 401 is an answer, as is "already signed in". */
  step(call: Omit<Call, "token">): Promise<Step>;
  /** What the sign-in of this session waits for. */
  waiting(): Promise<Waiting>;
}

/** `send` asks the addresses under `/_allauth/browser/v1/`. */
export function createAllauth(send: Send): Allauth {
  const api: Allauth = {
    async ask(call) {
      try {
        return ((await send({ ...call, token: COOKIE })) ?? {}) as Answer;
      } catch (error) {
        throw understood(error);
      }
    },
    async step(call) {
      try {
        await api.ask(call);
        return "done";
      } catch (error) {
        if (error instanceof Unfinished) return error.waits.step;
        if (error instanceof Conflict) return (await api.waiting()).step;
        throw error;
      }
    },
    async waiting() {
      try {
        await api.ask({ method: "GET", path: "auth/session" });
        return { step: "done", kinds: [] };
      } catch (error) {
        if (error instanceof Unfinished) return error.waits;
        if (error instanceof Conflict) return NOTHING;
        throw error;
      }
    },
  };
  return api;
}

export const NOTHING: Waiting = { step: "start", kinds: [] };

/** 401 to who is not signed in: the step that waits. */
export class Unfinished extends Error {
  constructor(readonly waits: Waiting) {
    super(waits.step);
  }
}

/** 409: signed in already, or nothing was begun. */
export class Conflict extends Error {}

/** 401 is how allauth says of a sign-out, and of a new password, that it is done. */
export function unlessOut(error: unknown): void {
  if (!(error instanceof Unfinished)) throw error;
}

/** A code is good for some minutes and three tries; `field` is where it was typed. */
export function tooLate(field: string) {
  return (error: unknown): never => {
    throw error instanceof Conflict ? new FormError({ [field]: ["code_expired"] }) : error;
  };
}

/** Whatever allauth said beside the problem's own fields. */
export function told(error: ProblemError): Answer {
  return error.problem as unknown as Answer;
}

/** A refusal as what is to be done about it. Ours have a code, allauth's a status and lists. */
export function understood(error: unknown): unknown {
  if (!(error instanceof ProblemError)) return error;
  const { code, status } = error.problem;
  const answer = told(error);
  if (code === "recent-sign-in-needed") return new ProofNeeded();
  if (Array.isArray(answer.errors)) return new FormError(faultsIn(answer.errors));
  if (status === 401 && answer.data) {
    const isIn = (answer.meta as { is_authenticated?: boolean } | undefined)?.is_authenticated === true;
    return isIn ? new ProofNeeded() : new Unfinished(waitsIn(answer.data));
  }
  if (status === 409 && code === "bad-request") return new Conflict();
  if (status === 403 && code === "bad-request")
    return new ProblemError({ code: "registration-closed", detail: "", status });
  return error;
}

function faultsIn(errors: readonly unknown[]): Faults {
  const faults: Record<string, string[]> = {};
  for (const each of errors as { code?: string; param?: string }[]) {
    const field = each.param ?? "";
    faults[field] = [...(faults[field] ?? []), each.code ?? "other"];
  }
  return faults;
}

interface Flow {
  id: string;
  is_pending?: boolean;
  types?: readonly FactorKind[];
}

/** By flow. The first that is pending counts: an address asked for may have been left for another way in. */
const STEPS: readonly (readonly [string, Step])[] = [
  ["verify_email", "confirm"],
  ["mfa_authenticate", "second-factor"],
  ["password_reset_by_code", "reset"],
  ["provider_signup", "address"],
];

function waitsIn(data: unknown): Waiting {
  const pending = ((data as { flows?: Flow[] }).flows ?? []).filter((flow) => flow.is_pending);
  for (const [id, step] of STEPS) {
    const flow = pending.find((each) => each.id === id);
    if (flow) return { step, kinds: flow.types ?? [] };
  }
  return NOTHING;
}
