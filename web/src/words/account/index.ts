/** Words of the account's screens, one chunk per language: a guest never needs them. */

import type { Lang } from "../index";
import type { AccountWords } from "./en";

export type { AccountWords } from "./en";

const loaders: Readonly<Record<Lang, () => Promise<AccountWords>>> = {
  en: async () => (await import("./en")).account,
  "zh-Hans": async () => (await import("./zh-Hans")).account,
  "zh-Hant": async () => (await import("./zh-Hant")).account,
  ja: async () => (await import("./ja")).account,
};

export function loadAccountWords(lang: Lang): Promise<AccountWords> {
  return loaders[lang]();
}
