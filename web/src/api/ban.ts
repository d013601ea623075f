/** Whether this page's player is banned, from whichever call learns it first. */

import { effect, type ReadonlySignal, signal } from "@preact/signals";
import { isProblem, problemOf } from "./problems";
import type { Send } from "./request";

export interface Ban {
  /** null: it has no end. */
  until: string | null;
  /** Code of what the moderators say; "" when they say nothing. */
  message: string;
}

const known = signal<Ban | null>(null);

export const ban: ReadonlySignal<Ban | null> = known;

/** A ban is its player's: as soon as `who` plays here changes, nothing is known of one. */
export function endBansOf(who: ReadonlySignal<unknown>): void {
  let before = who.peek();
  effect(() => {
    if (who.value === before) return;
    before = who.value;
    known.value = null;
  });
}

/** `send`, heeding what its answers tell of a ban. */
export function heedBans(send: Send): Send {
  return async (call) => {
    try {
      const answer = await send(call);
      // why: what nobody in particular asks for is answered to everybody
      if (call.token !== undefined) known.value = null;
      return answer;
    } catch (error) {
      if (isProblem(error, "banned")) {
        const { until = null, message = "" } = problemOf(error);
        known.value = { until, message };
      }
      throw error;
    }
  };
}
