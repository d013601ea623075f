/** The page's own services: one player, one API, one connection. */

import { computed, signal } from "@preact/signals";
import { endBansOf, heedBans } from "./api/ban";
import { createApi, type Wire } from "./api/http";
import { createLink, type Link } from "./api/link";
import { createSend } from "./api/request";
import { createSession, type Session } from "./api/session";
import { createSocial, type Social } from "./api/social";
import { PROTOCOL, type RawSocket } from "./api/socket";
import { plyTime } from "./board/motion";
import { type Brand, type Branding, createBrand } from "./brand";
import type { MatchStore } from "./game/contracts";
import { type Replay, loadReplay as replayFrom } from "./game/replay";
import { createMatchStore } from "./game/store";
import type { PlyEvent, Side } from "./game/types";
import { storage } from "./storage";

/** Any call of the API. */
export const send = heedBans(createSend({ heardTime: (skew) => link.heardTime(skew) }));

export const session: Session = createSession(send, storage);
export const api: Wire = createApi(send, session);
export const brand: Brand = createBrand(
  () => send({ method: "GET", path: "site" }) as Promise<{ branding: Branding }>,
  storage,
  // why not in the markup: the page's policy allows no inline styles, a script may set single properties
  (name, value) => globalThis.document?.documentElement.style.setProperty(name, value),
);
export const social: Social = createSocial(send, session);
export const link: Link = createLink({
  wire: api,
  open: () => new WebSocket(socketAddress(location), PROTOCOL) as RawSocket,
  token: () => session.token(),
  renew: (bad) => session.renew(bad),
  // why: the socket says that there is a ban, the answer to this how long and why
  banned: () => void api.me().catch(() => undefined),
  random: Math.random,
  now: Date.now,
  uuid,
});

/**
 * Follow a match and its room (by id) through a seat, or as a spectator; `plies`: those known already.
 * Whoever opens a store disposes of it.
 */
export function openStore(
  match: string,
  seat: Side | null,
  room: string | null = null,
  plies: readonly PlyEvent[] = [],
): MatchStore {
  return createMatchStore(match, seat, { link, room, plies, system: api.system, events: api.events, plyTime });
}

/** A finished match ply by ply, through the eyes of a side; null shows everything. */
export function loadReplay(match: string, of: Side | null): Promise<Replay> {
  return replayFrom(api, match, of);
}

/** Counts how often another tab signed in or out: whatever is shown is then somebody else's. */
export const elsewhere = signal(0);

/** Whoever signs in or out, what was known of the player before does not hold. */
export function watchPlayer(): void {
  endBansOf(computed(() => session.account.value?.since ?? session.guest.value?.player ?? null));
}

/** Tell the session what other tabs store. */
export function watchTabs(): void {
  window.addEventListener("storage", () => {
    if (session.look()) elsewhere.value += 1;
  });
}

/** Tell the connection when the device wakes up, or loses and finds its network. */
export function watchDevice(): void {
  window.addEventListener("online", () => link.wake());
  window.addEventListener("offline", () => link.sleep());
  window.addEventListener("pageshow", () => link.wake());
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") link.wake();
  });
}

function socketAddress({ protocol, host }: Location): string {
  return `${protocol === "https:" ? "wss" : "ws"}://${host}/ws/v1`;
}

/** `randomUUID` is missing where the page does not come over TLS, as on a home network. */
export function uuid(): string {
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
