/** Where the rules are told: beside a game, as that game has them. */

import { signal } from "@preact/signals";
import type { System } from "../game/types";

type Options = Readonly<Record<string, unknown>>;

/** A system, and what differs from its usual rules. */
export interface RulesOf {
  system: string;
  options: Options;
}

/** Told of at `/rules` itself. */
const FIRST_SYSTEM = "gunjin";
export const USUAL_RULES: RulesOf = { system: FIRST_SYSTEM, options: {} };

/** Of the room that is on the page. */
export const roomRules = signal<RulesOf>(USUAL_RULES);

/** The options whose values are not the usual ones, and the variant, by which the usual ones go. */
export function rulesOf({ key: system, options, options_in_force: inForce }: System): RulesOf {
  const changed = options.filter(({ key, default: usual }) => key === "variant" || inForce[key] !== usual);
  return { system, options: Object.fromEntries(changed.map(({ key }) => [key, inForce[key]])) };
}

export function rulesAddress({ system, options }: RulesOf = roomRules.value, page = ""): string {
  const path = ["/rules", system === FIRST_SYSTEM ? "" : system, page].filter((part) => part !== "").join("/");
  const isUsual = Object.keys(options).length === 0;
  return isUsual ? path : `${path}?${new URLSearchParams({ options: JSON.stringify(options) })}`;
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
