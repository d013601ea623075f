/** The long texts, one chunk per system and language. */

import type { Lang } from "../index";
import type { RulesText } from "./types";

export type { PageKey, RulesText } from "./types";
export { PAGES } from "./types";

const loaders = {
  gunjin: {
    en: async () => (await import("./gunjin/en")).rules,
    "zh-Hans": async () => (await import("./gunjin/zh-Hans")).rules,
    "zh-Hant": async () => (await import("./gunjin/zh-Hant")).rules,
    ja: async () => (await import("./gunjin/ja")).rules,
  },
  luzhanqi: {
    en: async () => (await import("./luzhanqi/en")).rules,
    "zh-Hans": async () => (await import("./luzhanqi/zh-Hans")).rules,
    "zh-Hant": async () => (await import("./luzhanqi/zh-Hant")).rules,
    ja: async () => (await import("./luzhanqi/ja")).rules,
  },
} as const satisfies Record<string, Record<Lang, () => Promise<RulesText>>>;

/** The systems whose rules are told here. */
export type SystemKey = keyof typeof loaders;
export const SYSTEMS = ["gunjin", "luzhanqi"] as const satisfies readonly SystemKey[];

export function loadRules(system: SystemKey, lang: Lang): Promise<RulesText> {
  return loaders[system][lang]();
}
