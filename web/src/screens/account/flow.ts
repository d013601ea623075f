/** From one screen of a sign-in to the next; where it leads in the end is carried along in the address. */

import { signal } from "@preact/signals";
import type { Step } from "../../api/allauth";
import { go } from "../../parts/client";

/** What was typed into an earlier screen and is wanted by a later one. A reload forgets it. */
export const typed = { email: signal(""), invitation: signal("") };

const SCREENS: Readonly<Record<Exclude<Step, "done">, string>> = {
  start: "/account/sign-in",
  confirm: "/account/confirm",
  "second-factor": "/account/second-factor",
  reset: "/account/reset",
  address: "/account/provider",
};

/** Where a sign-in may lead: an address of this very site, or null. `base`: the page's own address. */
export function safeNext(wanted: string | null, base: string): string | null {
  if (!wanted?.startsWith("/")) return null;
  try {
    const { origin, pathname, search, hash } = new URL(wanted, base);
    // why: "//evil.example" and "/\evil.example" begin with a slash, too
    return origin === new URL(base).origin && !pathname.startsWith("//") ? pathname + search + hash : null;
  } catch {
    return null;
  }
}

/** Where this sign-in leads, as the address says. */
export function nextAddress(): string | null {
  return safeNext(new URLSearchParams(location.search).get("next"), location.href);
}

/** The desk is not a screen of this client. */
export function leadsToDesk(next: string | null): boolean {
  return next !== null && /^\/admin(\/|$)/.test(next);
}

/** An address of a screen of the sign-in, which leads on to where this one does. */
export function along(path: string): string {
  const next = nextAddress();
  return next === null ? path : `${path}?next=${encodeURIComponent(next)}`;
}

export function goTo(step: Exclude<Step, "done">): void {
  go(along(SCREENS[step]));
}
