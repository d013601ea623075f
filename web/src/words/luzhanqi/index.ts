/** Words of Luzhanqi, one chunk per language: who plays another game never needs them. */

import type { Lang } from "../index";
import type { LuzhanqiWords } from "./en";

const loaders: Readonly<Record<Lang, () => Promise<LuzhanqiWords>>> = {
  en: async () => (await import("./en")).luzhanqi,
  "zh-Hans": async () => (await import("./zh-Hans")).luzhanqi,
  "zh-Hant": async () => (await import("./zh-Hant")).luzhanqi,
  ja: async () => (await import("./ja")).luzhanqi,
};

export function loadLuzhanqi(lang: Lang): Promise<LuzhanqiWords> {
  return loaders[lang]();
}
