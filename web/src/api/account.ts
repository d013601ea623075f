/** Signing in and what belongs to an account: django-allauth's addresses for browsers, and the API's own. */

import { asCaller } from "./http";
import { isProblem, ProblemError } from "./problems";
import { type Call, COOKIE, csrfCookie, type Send } from "./request";
import type { components } from "./schema";
import type { Session } from "./session";

type Shapes = components["schemas"];
export type AccountInfo = Shapes["AccountShape"];
export type Device = Shapes["DeviceShape"];
export type Token = Shapes["TokenShape"];
export type NewToken = Shapes["NewTokenShape"];
export type Bot = Shapes["BotShape"];
export type Site = Shapes["SiteShape"];
export type Joined = Shapes["JoinedShape"];

/** Where a sign-in stands: over, or what it waits for. "start": nothing was begun, or it took too long. */
export type Step = "done" | "confirm" | "second-factor" | "reset" | "start";

/** What was wrong with a form: codes by field; "" is the form as a whole. */
export type Faults = Readonly<Record<string, readonly string[]>>;

/** A form was refused; the person can mend it. */
export class FormError extends Error {
  constructor(readonly faults: Faults) {
    super(JSON.stringify(faults));
    this.name = "FormError";
  }
}

/** The password is wanted once more before this is done. */
export class PasswordNeeded extends Error {
  override name = "PasswordNeeded";
}

export interface TotpSetup {
  secret: string;
  /** For an authenticator app, as a picture or a link. */
  url: string;
}

export interface NewTokenWish {
  label: string;
  scopes: readonly Token["scopes"][number][];
  days: number;
  bot?: string;
}

/** Each rejects with ProblemError; with FormError where there is something to mend, with PasswordNeeded where it says so. */
export interface Accounts {
  site(): Promise<Site>;

  // --- signing in
  pending(): Promise<Step>;
  signIn(email: string, password: string): Promise<Step>;
  signUp(email: string, password: string, invitation: string): Promise<Step>;
  confirm(code: string): Promise<Step>;
  sendCodeAgain(): Promise<void>;
  secondFactor(code: string): Promise<Step>;
  askReset(email: string): Promise<Step>;
  /** Signing in comes after it. */
  reset(code: string, password: string): Promise<void>;
  /** The signed-in user becomes who plays here, with the guest's things. */
  join(invitation: string): Promise<Joined>;
  /** As `join`, but nobody new: false for a user without a player here. */
  joinKnown(): Promise<boolean>;
  showPassword(password: string): Promise<void>;
  signOut(): Promise<void>;

  // --- what one has
  see(): Promise<AccountInfo>;
  rename(name: string): Promise<void>;
  /** A code is mailed to the new address. */
  changeEmail(email: string): Promise<void>;
  confirmEmail(code: string): Promise<void>;
  changePassword(current: string, wanted: string): Promise<void>;
  devices(): Promise<readonly Device[]>;
  endDevice(id: string): Promise<void>;
  signOutEverywhere(): Promise<void>;
  /** PasswordNeeded comes with what changes something. */
  beginTotp(): Promise<TotpSetup>;
  /** Answers the recovery codes. */
  endTotpSetup(code: string): Promise<readonly string[]>;
  recoveryCodes(): Promise<readonly string[]>;
  switchTotpOff(): Promise<void>;
  tokens(): Promise<readonly Token[]>;
  makeToken(wish: NewTokenWish): Promise<NewToken>;
  endToken(id: string): Promise<void>;
  bots(): Promise<readonly Bot[]>;
  makeBot(name: string): Promise<Bot>;
  /** Everything kept about the player, as a ZIP file. */
  archive(): Promise<Blob>;
  /** For good. PasswordNeeded where the sign-in is too long ago. */
  erase(name: string): Promise<void>;
}

const INVITATION = "X-Gyoji-Invitation";
const ARCHIVE_TIMEOUT = 120_000;
const FLOWS: Readonly<Record<string, Step>> = {
  verify_email: "confirm",
  mfa_authenticate: "second-factor",
  password_reset_by_code: "reset",
};

/** `send` asks the API, `signing` the addresses under `/_allauth/browser/v1/`. */
export function createAccounts(send: Send, signing: Send, session: Session, csrf = csrfCookie): Accounts {
  /** Any call of allauth's; its refusals become ours. */
  async function allauth(call: Omit<Call, "token">): Promise<Answer> {
    try {
      return ((await signing({ ...call, token: COOKIE })) ?? {}) as Answer;
    } catch (error) {
      throw understood(error);
    }
  }

  /** A call that leads from one step to the next: 401 is an answer, as is "already signed in". */
  async function step(method: Call["method"], path: string, body?: unknown, headers = {}): Promise<Step> {
    try {
      await allauth({ method, path, body, headers });
      return "done";
    } catch (error) {
      if (error instanceof Unfinished) return error.step;
      if (error instanceof Conflict) return method === "GET" ? "start" : api.pending();
      throw error;
    }
  }

  const caller = asCaller(send, session);
  const ask = <T>(call: Omit<Call, "token">): Promise<T> =>
    caller<T>(call).catch((error) => {
      throw understood(error);
    });

  const joinAs = (invitation: string) => (guestToken: string | null) =>
    send({
      method: "POST",
      path: "account/player",
      body: guestToken ? { guest_token: guestToken } : {},
      token: COOKIE,
      ...(invitation ? { headers: { [INVITATION]: invitation } } : {}),
    }) as Promise<Joined>;

  const api: Accounts = {
    site: () => send({ method: "GET", path: "site" }) as Promise<Site>,

    pending: async () => (csrf() === "" ? "start" : step("GET", "auth/session")),
    signIn: (email, password) => step("POST", "auth/login", { email, password }),
    signUp: (email, password, invitation) =>
      step("POST", "auth/signup", { email, password }, invitation ? { [INVITATION]: invitation } : {}),
    confirm: (code) => step("POST", "auth/email/verify", { key: code }),
    async sendCodeAgain() {
      await allauth({ method: "POST", path: "auth/email/verify/resend" });
    },
    secondFactor: (code) => step("POST", "auth/2fa/authenticate", { code }),
    askReset: (email) => step("POST", "auth/password/request", { email }),
    async reset(code, password) {
      const body = { key: code, password };
      await allauth({ method: "POST", path: "auth/password/reset", body }).catch(unlessOut).catch(tooLate);
    },
    join: (invitation) => session.enter(joinAs(invitation)),
    async joinKnown() {
      try {
        await send({ method: "GET", path: "account", token: COOKIE });
      } catch (error) {
        if (isProblem(error, "no-player")) return false;
        throw error;
      }
      await api.join("");
      return true;
    },
    async showPassword(password) {
      await allauth({ method: "POST", path: "auth/reauthenticate", body: { password } });
    },
    async signOut() {
      await allauth({ method: "DELETE", path: "auth/session", idempotent: true }).catch(unlessOut);
      session.leave();
    },

    see: () => ask({ method: "GET", path: "account" }),
    async rename(name) {
      const me = await ask<{ name: string }>({ method: "PATCH", path: "me", body: { name } });
      session.rename(me.name);
    },
    async changeEmail(email) {
      await allauth({ method: "POST", path: "account/email", body: { email } });
    },
    async confirmEmail(code) {
      await allauth({ method: "POST", path: "auth/email/verify", body: { key: code } }).catch(tooLate);
    },
    async changePassword(current, wanted) {
      const body = { ...(current ? { current_password: current } : {}), new_password: wanted };
      await allauth({ method: "POST", path: "account/password/change", body });
    },
    devices: () => ask<{ devices: Device[] }>({ method: "GET", path: "account/devices" }).then((told) => told.devices),
    async endDevice(id) {
      await ask({ method: "DELETE", path: `account/devices/${encodeURIComponent(id)}`, idempotent: true });
    },
    async signOutEverywhere() {
      await ask({ method: "POST", path: "account/sign-out-everywhere", body: {} });
      session.leave();
    },
    async beginTotp() {
      try {
        await allauth({ method: "GET", path: "account/authenticators/totp" });
      } catch (error) {
        const meta = error instanceof ProblemError ? (told(error).meta as Partial<Record<string, string>>) : undefined;
        if (meta?.secret && meta.totp_url) return { secret: meta.secret, url: meta.totp_url };
        throw error;
      }
      throw new FormError({ "": ["totp_active"] });
    },
    async endTotpSetup(code) {
      await allauth({ method: "POST", path: "account/authenticators/totp", body: { code } });
      return api.recoveryCodes();
    },
    async recoveryCodes() {
      const answer = await allauth({ method: "GET", path: "account/authenticators/recovery-codes" });
      return (answer.data as { unused_codes?: string[] }).unused_codes ?? [];
    },
    async switchTotpOff() {
      await allauth({ method: "DELETE", path: "account/authenticators/totp" });
    },
    tokens: () => ask<{ tokens: Token[] }>({ method: "GET", path: "account/tokens" }).then((told) => told.tokens),
    makeToken: (wish) => ask({ method: "POST", path: "account/tokens", body: wish }),
    async endToken(id) {
      await ask({ method: "DELETE", path: `account/tokens/${encodeURIComponent(id)}`, idempotent: true });
    },
    bots: () => ask<{ bots: Bot[] }>({ method: "GET", path: "account/bots" }).then((told) => told.bots),
    makeBot: (name) => ask({ method: "POST", path: "account/bots", body: { name } }),
    archive: () => ask({ method: "GET", path: "account/export", asBlob: true, timeout: ARCHIVE_TIMEOUT }),
    async erase(name) {
      await ask({ method: "POST", path: "account/erasure", body: { name } });
      session.forget();
    },
  };
  return api;
}

/** What allauth answers: `{status, data | errors, meta}`. */
type Answer = Readonly<Record<string, unknown>>;

/** 401 to who is not signed in: the step that waits. */
class Unfinished extends Error {
  constructor(readonly step: Step) {
    super(step);
  }
}

/** 409: signed in already, or nothing was begun. */
class Conflict extends Error {}

function told(error: ProblemError): Answer {
  return error.problem as unknown as Answer;
}

/** A refusal as what is to be done about it. Ours have a code, allauth's a status and lists. */
function understood(error: unknown): unknown {
  if (!(error instanceof ProblemError)) return error;
  const { code, status } = error.problem;
  const answer = told(error);
  if (code === "recent-sign-in-needed") return new PasswordNeeded();
  if (Array.isArray(answer.errors)) return new FormError(faultsIn(answer.errors));
  if (status === 401 && answer.data) {
    const isIn = (answer.meta as { is_authenticated?: boolean } | undefined)?.is_authenticated === true;
    return isIn ? new PasswordNeeded() : new Unfinished(stepIn(answer.data));
  }
  if (status === 409 && code === "bad-request") return new Conflict();
  if (status === 403 && code === "bad-request")
    return new ProblemError({ code: "registration-closed", detail: "", status });
  return error;
}

/** 401 is how allauth says of a sign-out, and of a new password, that it is done. */
function unlessOut(error: unknown): void {
  if (!(error instanceof Unfinished)) throw error;
}

/** A code is good for some minutes and three tries. */
function tooLate(error: unknown): void {
  throw error instanceof Conflict ? new FormError({ key: ["code_expired"] }) : error;
}

function faultsIn(errors: readonly unknown[]): Faults {
  const faults: Record<string, string[]> = {};
  for (const each of errors as { code?: string; param?: string }[]) {
    const field = each.param ?? "";
    faults[field] = [...(faults[field] ?? []), each.code ?? "other"];
  }
  return faults;
}

function stepIn(data: unknown): Step {
  const flows = (data as { flows?: { id: string; is_pending?: boolean }[] }).flows ?? [];
  const pending = flows.find((flow) => flow.is_pending && flow.id in FLOWS);
  return pending ? (FLOWS[pending.id] ?? "start") : "start";
}
