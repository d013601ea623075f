/** Who plays here: a guest, made when first needed and kept on this device. */

import { type ReadonlySignal, signal } from "@preact/signals";
import type { Store } from "../storage";
import { isProblem } from "./problems";
import type { Send } from "./request";

export interface Guest {
  player: string;
  name: string;
  token: string;
  recoveryCode: string;
}

export interface Session {
  /** null until a guest was needed. */
  readonly guest: ReadonlySignal<Guest | null>;
  token(): Promise<string>;
  /** After the server refused `bad`: the same guest by the recovery code, else a new one. */
  renew(bad: string): Promise<string>;
  /** Become the guest of a recovery code from another device. */
  recover(code: string): Promise<Guest>;
  forget(): void;
}

/** Does one piece of work at a time, whichever tab asks for it. */
export type Exclusively = <T>(work: () => Promise<T>) => Promise<T>;

const KEY = "gyoji.guest";
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
      return await locks.request(KEY, { signal: AbortSignal.timeout(LOCKED_FOR) }, begin);
    } catch (error) {
      if (isOurs) throw error;
      return work();
    }
  };
}

export function createSession(send: Send, store: Store, exclusively: Exclusively = acrossTabs()): Session {
  const guest = signal<Guest | null>(read(store));
  let making: Promise<Guest> | null = null;

  const keep = (made: Guest): Guest => {
    store.set(KEY, JSON.stringify(made));
    guest.value = made;
    return made;
  };
  /** What is stored, unless it is what the server refused: another tab may have made or renewed it. */
  const stored = (bad: string | null): Guest | null => {
    const kept = read(store);
    if (!kept || kept.token === bad) return null;
    if (kept.token !== guest.value?.token) guest.value = kept;
    return kept;
  };
  /** One at a time: whoever asks meanwhile, in this tab or another, gets the same guest. */
  const obtain = (bad: string | null): Promise<Guest> => {
    making ??= exclusively(async () => stored(bad) ?? (await renewed(bad))).finally(() => {
      making = null;
    });
    return making;
  };
  async function renewed(bad: string | null): Promise<Guest> {
    const old = read(store);
    const made = old ? await again(comeBack, create, old.recoveryCode) : await create();
    // why: without a lock another tab may have been faster; then both are the guest that it stored
    return stored(bad) ?? keep(made);
  }
  const create = () => post(send, "players/guest", {});
  const comeBack = (code: string) => post(send, "players/recover", { recovery_code: code });

  return {
    guest,
    token: async () => (stored(null) ?? (await obtain(null))).token,
    renew: async (bad) => (stored(bad) ?? (await obtain(bad))).token,
    recover: async (code) => keep(await comeBack(code)),
    forget() {
      store.remove(KEY);
      guest.value = null;
    },
  };
}

async function again(comeBack: (code: string) => Promise<Guest>, create: () => Promise<Guest>, code: string) {
  try {
    return await comeBack(code);
  } catch (error) {
    if (isProblem(error, "unauthenticated", "bad-request", "not-found")) return create();
    throw error;
  }
}

async function post(send: Send, path: string, body: unknown): Promise<Guest> {
  const made = (await send({ method: "POST", path, body })) as Record<string, string>;
  const { player = "", name = "", token = "", recovery_code: recoveryCode = "" } = made;
  return { player, name, token, recoveryCode };
}

function read(store: Store): Guest | null {
  try {
    const kept = JSON.parse(store.get(KEY) ?? "null") as Partial<Guest> | null;
    if (typeof kept?.token !== "string" || kept.token === "") return null;
    return { player: "", name: "", recoveryCode: "", ...kept, token: kept.token };
  } catch {
    return null;
  }
}
