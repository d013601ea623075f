/** Where the rules are told: beside a game, as that game has them. */

import { signal } from "@preact/signals";
import type { System } from "../game/types";

type Options = Readonly<Record<string, unknown>>;

/** Of the room that is on the page: what differs from the usual. */
export const roomOptions = signal<Options>({});

/** The options whose values are not the usual ones. */
export function changedOptions({ options, options_in_force: inForce }: System): Options {
  const changed = options.filter(({ key, default: usual }) => inForce[key] !== usual);
  return Object.fromEntries(changed.map(({ key }) => [key, inForce[key]]));
}

export function rulesAddress(options: Options = roomOptions.value): string {
  const isUsual = Object.keys(options).length === 0;
  return isUsual ? "/rules" : `/rules?${new URLSearchParams({ options: JSON.stringify(options) })}`;
}

/** The options in an address made here; none where somebody wrote something else. */
export function optionsIn(search: string): Options {
  try {
    const found: unknown = JSON.parse(new URLSearchParams(search).get("options") ?? "{}");
    return typeof found === "object" && found !== null && !Array.isArray(found) ? { ...found } : {};
  } catch {
    return {};
  }
}
