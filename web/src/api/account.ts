/** Signing in and what belongs to an account: django-allauth's addresses for browsers, and the API's own. */

import {
  createAllauth,
  FormError,
  NOTHING,
  type Step,
  told,
  tooLate,
  understood,
  unlessOut,
  type Waiting,
} from "./allauth";
import { asCaller } from "./http";
import { createPasskeys, type Passkeys } from "./passkeys";
import { isProblem, ProblemError } from "./problems";
import { createProviders, type Providers } from "./providers";
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

/** Each rejects with ProblemError; with FormError where there is something to mend, with ProofNeeded where it says so. */
export interface Accounts extends Passkeys, Providers {
  site(): Promise<Site>;

  // --- signing in
  waiting(): Promise<Waiting>;
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
  signOut(): Promise<void>;

  // --- showing once more whose account it is
  showPassword(password: string): Promise<void>;
  /** For who has no password: to an address of the account. */
  mailProof(email: string): Promise<void>;
  showMailed(code: string): Promise<void>;

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
  /** ProofNeeded comes with what changes something. */
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
  /** For good. ProofNeeded where the sign-in is too long ago. */
  erase(name: string): Promise<void>;
}

const INVITATION = "X-Gyoji-Invitation";
const ARCHIVE_TIMEOUT = 120_000;

/** `send` asks the API, `signing` the addresses under `/_allauth/browser/v1/`. */
export function createAccounts(send: Send, signing: Send, session: Session, csrf = csrfCookie): Accounts {
  const allauth = createAllauth(signing);
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
    ...createPasskeys(allauth),
    ...createProviders(allauth),
    site: () => send({ method: "GET", path: "site" }) as Promise<Site>,

    waiting: async () => (csrf() === "" ? NOTHING : allauth.waiting()),
    signIn: (email, password) => allauth.step({ method: "POST", path: "auth/login", body: { email, password } }),
    signUp: (email, password, invitation) =>
      allauth.step({
        method: "POST",
        path: "auth/signup",
        body: { email, password },
        ...(invitation ? { headers: { [INVITATION]: invitation } } : {}),
      }),
    confirm: (code) => allauth.step({ method: "POST", path: "auth/email/verify", body: { key: code } }),
    async sendCodeAgain() {
      await allauth.ask({ method: "POST", path: "auth/email/verify/resend" });
    },
    secondFactor: (code) => allauth.step({ method: "POST", path: "auth/2fa/authenticate", body: { code } }),
    askReset: (email) => allauth.step({ method: "POST", path: "auth/password/request", body: { email } }),
    async reset(code, password) {
      const body = { key: code, password };
      await allauth.ask({ method: "POST", path: "auth/password/reset", body }).catch(unlessOut).catch(tooLate("key"));
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
      await allauth.ask({ method: "POST", path: "auth/reauthenticate", body: { password } });
    },
    async mailProof(email) {
      await allauth.ask({ method: "POST", path: "auth/reauthenticate/code/request", body: { email } });
    },
    async showMailed(code) {
      const path = "auth/reauthenticate/code/confirm";
      await allauth.ask({ method: "POST", path, body: { code } }).catch(tooLate("code"));
    },
    async signOut() {
      await allauth.ask({ method: "DELETE", path: "auth/session", idempotent: true }).catch(unlessOut);
      session.leave();
    },

    see: () => ask({ method: "GET", path: "account" }),
    async rename(name) {
      const me = await ask<{ name: string }>({ method: "PATCH", path: "me", body: { name } });
      session.rename(me.name);
    },
    async changeEmail(email) {
      await allauth.ask({ method: "POST", path: "account/email", body: { email } });
    },
    async confirmEmail(code) {
      await allauth.ask({ method: "POST", path: "auth/email/verify", body: { key: code } }).catch(tooLate("key"));
    },
    async changePassword(current, wanted) {
      const body = { ...(current ? { current_password: current } : {}), new_password: wanted };
      await allauth.ask({ method: "POST", path: "account/password/change", body });
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
        await allauth.ask({ method: "GET", path: "account/authenticators/totp" });
      } catch (error) {
        const meta = error instanceof ProblemError ? (told(error).meta as Partial<Record<string, string>>) : undefined;
        if (meta?.secret && meta.totp_url) return { secret: meta.secret, url: meta.totp_url };
        throw error;
      }
      throw new FormError({ "": ["totp_active"] });
    },
    async endTotpSetup(code) {
      await allauth.ask({ method: "POST", path: "account/authenticators/totp", body: { code } });
      return api.recoveryCodes();
    },
    async recoveryCodes() {
      const answer = await allauth.ask({ method: "GET", path: "account/authenticators/recovery-codes" });
      return (answer.data as { unused_codes?: string[] }).unused_codes ?? [];
    },
    async switchTotpOff() {
      await allauth.ask({ method: "DELETE", path: "account/authenticators/totp" });
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
