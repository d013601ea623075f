/** Who plays here: nobody yet, a guest kept on this device, or who signed in, whom a cookie stands for. */

import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { Store } from "../storage";
import { isProblem, ProblemError } from "./problems";
import { COOKIE, type Send } from "./request";

/** "ended": somebody was signed in until a moment ago. Nobody becomes a guest from there without saying so. */
export type Mode = "none" | "guest" | "account" | "ended";

export interface Guest {
  player: string;
  name: string;
  token: string;
  recoveryCode: string;
}

/** What is remembered of a sign-in; what opens the account is the cookie, which no script can read. */
export interface Account {
  player: string;
  name: string;
  /** When it was entered, by this device: tells one sign-in from another. */
  since: number;
}

/** Joins as a player, with the guest's token where there is a guest. */
export type Join<T> = (guestToken: string | null) => Promise<T>;

export interface Session {
  readonly mode: ReadonlySignal<Mode>;
  /** null until a guest was needed. */
  readonly guest: ReadonlySignal<Guest | null>;
  readonly account: ReadonlySignal<Account | null>;
  /** What a call shows: a guest's token, or COOKIE. Rejects with "signed-out". */
  token(): Promise<string>;
  /** After the server refused `bad`: the same guest by the recovery code, else a new one. Never a guest for COOKIE. */
  renew(bad: string): Promise<string>;
  /** Become the guest of a recovery code from another device. */
  recover(code: string): Promise<Guest>;
  /** Become the account that `join` answers, which takes the guest's things over; other tabs wait meanwhile. */
  enter<T extends Pick<Account, "player" | "name">>(join: Join<T>): Promise<T>;
  /** The player took another name. */
  rename(name: string): void;
  /** The account is not signed in here any more. */
  leave(): void;
  /** Nothing of who played here is left. */
  forget(): void;
  /** Heed what another tab changed. Answers whether another account counts now, or none where one did. */
  look(): boolean;
}

/** Does one piece of work at a time, whichever tab asks for it. */
export type Exclusively = <T>(work: () => Promise<T>) => Promise<T>;

const GUEST = "gyoji.guest";
const ACCOUNT = "gyoji.account";
const LOCKED_FOR = 15_000;

/** By the browser's locks; without them (no TLS), or when another tab hangs, the work is done at once. */
export function acrossTabs(locks: LockManager | undefined = globalThis.navigator?.locks): Exclusively {
  return async (work) => {
    if (!locks) return work();
    let isOurs = false;
    const begin = () => {
      isOurs = true;
      return work();
    };
    try {
      return await locks.request(GUEST, { signal: AbortSignal.timeout(LOCKED_FOR) }, begin);
    } catch (error) {
      if (isOurs) throw error;
      return work();
    }
  };
}

export function createSession(send: Send, store: Store, exclusively: Exclusively = acrossTabs()): Session {
  const guest = signal<Guest | null>(readGuest(store));
  const account = signal<Account | null>(readAccount(store));
  const hasEnded = signal(false);
  const mode = computed<Mode>(() => {
    if (hasEnded.value) return "ended";
    if (account.value) return "account";
    return guest.value ? "guest" : "none";
  });
  let making: Promise<string> | null = null;

  const keep = (made: Guest): Guest => {
    store.set(GUEST, JSON.stringify(made));
    guest.value = made;
    return made;
  };
  const dropGuest = () => {
    store.remove(GUEST);
    guest.value = null;
  };

  /** Whether another account counts now, or none where one did. */
  function look(): boolean {
    const kept = readAccount(store);
    const isOther = kept?.since !== account.value?.since;
    if (isOther) hasEnded.value = kept === null; // null: another tab signed out
    update(account, kept);
    update(guest, kept ? null : readGuest(store));
    return isOther;
  }

  /** What is stored, unless it is what the server refused: another tab may have made or renewed it. */
  function stored(bad: string | null): Guest | null {
    const kept = readGuest(store);
    if (!kept || kept.token === bad) return null;
    if (kept.token !== guest.value?.token) guest.value = kept;
    return kept;
  }

  /** COOKIE where somebody is signed in, null where the guest counts. Throws "signed-out". */
  function cookie(): typeof COOKIE | null {
    look();
    if (hasEnded.value) throw signedOut();
    return account.value ? COOKIE : null;
  }

  /** One at a time: whoever asks meanwhile, in this tab or another, gets the same guest. */
  function obtain(bad: string | null): Promise<string> {
    making ??= exclusively(async () => cookie() ?? stored(bad)?.token ?? (await renewed(bad))).finally(() => {
      making = null;
    });
    return making;
  }

  async function renewed(bad: string | null): Promise<string> {
    const old = readGuest(store);
    const back = old && (await comeBack(old.recoveryCode));
    // why: without a lock another tab may have been faster; then both are what it stored
    const signedIn = cookie();
    if (signedIn !== null) return signedIn;
    const made = back ?? (await create());
    return cookie() ?? (stored(bad) ?? keep(made)).token;
  }

  const create = () => post(send, "players/guest", {});

  /** null when the server knows the code no more. */
  async function comeBack(code: string): Promise<Guest | null> {
    try {
      return await post(send, "players/recover", { recovery_code: code });
    } catch (error) {
      if (isProblem(error, "unauthenticated", "bad-request", "not-found")) return null;
      throw error;
    }
  }

  /** A guest whom the server no longer knows has nothing to hand over. */
  async function handOver<T>(join: Join<T>): Promise<T> {
    const known = readGuest(store);
    try {
      return await join(known?.token ?? null);
    } catch (error) {
      if (!known || !isProblem(error, "unauthenticated", "not-a-guest")) throw error;
      const again = isProblem(error, "unauthenticated") ? await comeBack(known.recoveryCode) : null;
      return join(again && keep(again).token);
    }
  }

  async function isSignedIn(): Promise<boolean> {
    try {
      await send({ method: "GET", path: "account", token: COOKIE });
      return true;
    } catch (error) {
      if (isProblem(error, "unauthenticated", "no-player")) return false;
      throw error;
    }
  }

  return {
    mode,
    guest,
    account,
    token: async () => cookie() ?? stored(null)?.token ?? (await obtain(null)),
    async renew(bad) {
      if (bad !== COOKIE) return cookie() ?? stored(bad)?.token ?? (await obtain(bad));
      const refused = account.value?.since;
      if (refused !== undefined && !(await isSignedIn())) {
        look();
        if (account.value?.since === refused) hasEnded.value = true;
      }
      return cookie() ?? Promise.reject(signedOut());
    },
    async recover(code) {
      return keep(await post(send, "players/recover", { recovery_code: code }));
    },
    enter: (join) =>
      exclusively(async () => {
        const joined = await handOver(join);
        const entered = { player: joined.player, name: joined.name, since: Date.now() };
        store.set(ACCOUNT, JSON.stringify(entered));
        account.value = entered;
        hasEnded.value = false;
        dropGuest();
        return joined;
      }),
    rename(name) {
      const { value: signedIn } = account;
      if (!signedIn) {
        if (guest.value) keep({ ...guest.value, name });
        return;
      }
      account.value = { ...signedIn, name };
      store.set(ACCOUNT, JSON.stringify(account.value));
    },
    leave() {
      store.remove(ACCOUNT);
      account.value = null;
      hasEnded.value = false;
      stored(null);
    },
    forget() {
      store.remove(ACCOUNT);
      account.value = null;
      hasEnded.value = false;
      dropGuest();
    },
    look,
  };
}

function update<T>(kept: Signal<T>, value: T): void {
  if (JSON.stringify(value) !== JSON.stringify(kept.value)) kept.value = value;
}

function signedOut(): ProblemError {
  return new ProblemError({ code: "signed-out", detail: "" });
}

async function post(send: Send, path: string, body: unknown): Promise<Guest> {
  const made = (await send({ method: "POST", path, body })) as Record<string, string>;
  const { player = "", name = "", token = "", recovery_code: recoveryCode = "" } = made;
  return { player, name, token, recoveryCode };
}

function readGuest(store: Store): Guest | null {
  const kept = parsed(store.get(GUEST)) as Partial<Guest> | null;
  if (typeof kept?.token !== "string" || kept.token === "") return null;
  return { player: "", name: "", recoveryCode: "", ...kept, token: kept.token };
}

function readAccount(store: Store): Account | null {
  const kept = parsed(store.get(ACCOUNT)) as Partial<Account> | null;
  if (typeof kept?.since !== "number") return null;
  return { player: "", name: "", ...kept, since: kept.since };
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}
