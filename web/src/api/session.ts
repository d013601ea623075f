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

const KEY = "gyoji.guest";

export function createSession(send: Send, store: Store): Session {
  const guest = signal<Guest | null>(read(store));
  let making: Promise<Guest> | null = null;

  const keep = (made: Guest): Guest => {
    store.set(KEY, JSON.stringify(made));
    guest.value = made;
    return made;
  };
  /** One at a time: whoever asks meanwhile gets the same guest. */
  const make = (work: () => Promise<Guest>): Promise<Guest> => {
    making ??= work()
      .then(keep)
      .finally(() => {
        making = null;
      });
    return making;
  };
  const create = () => post(send, "players/guest", {});
  const comeBack = (code: string) => post(send, "players/recover", { recovery_code: code });

  return {
    guest,
    async token() {
      const known = read(store);
      if (known && known.token !== guest.value?.token) guest.value = known; // another tab made or renewed it
      return (known ?? (await make(create))).token;
    },
    async renew(bad) {
      const known = read(store);
      if (known && known.token !== bad) {
        guest.value = known;
        return known.token;
      }
      return (await make(() => (known ? again(comeBack, create, known.recoveryCode) : create()))).token;
    },
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
