/** Words of Luzhanqi, one chunk per language: who plays another game never needs them. */

import type { Lang } from "../index";
import type { LuzhanqiWords } from "./en";
import type { ToldWords } from "./told/en";

const loaders: Readonly<Record<Lang, () => Promise<LuzhanqiWords>>> = {
  en: async () => (await import("./en")).luzhanqi,
  "zh-Hans": async () => (await import("./zh-Hans")).luzhanqi,
  "zh-Hant": async () => (await import("./zh-Hant")).luzhanqi,
  ja: async () => (await import("./ja")).luzhanqi,
};

export function loadLuzhanqi(lang: Lang): Promise<LuzhanqiWords> {
  return loaders[lang]();
}

const told: Readonly<Record<Lang, () => Promise<ToldWords>>> = {
  en: async () => (await import("./told/en")).told,
  "zh-Hans": async () => (await import("./told/zh-Hans")).told,
  "zh-Hant": async () => (await import("./told/zh-Hant")).told,
  ja: async () => (await import("./told/ja")).told,
};

/** What is laid over the page's sentences. */
export function loadTold(lang: Lang): Promise<ToldWords> {
  return told[lang]();
}
