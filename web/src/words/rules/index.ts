/** The long texts, one chunk per language. */

import type { Lang } from "../index";
import type { RulesText } from "./types";

export type { PageKey, RulesText } from "./types";
export { PAGES } from "./types";

const loaders: Readonly<Record<Lang, () => Promise<RulesText>>> = {
  en: async () => (await import("./en")).rules,
  "zh-Hans": async () => (await import("./zh-Hans")).rules,
  "zh-Hant": async () => (await import("./zh-Hant")).rules,
  ja: async () => (await import("./ja")).rules,
};

export function loadRules(lang: Lang): Promise<RulesText> {
  return loaders[lang]();
}
