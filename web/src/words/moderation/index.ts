/** Words about reports, notices and bans, one chunk per language: most people never need them. */

import type { Lang } from "../index";
import type { ModerationWords } from "./en";

export type { ModerationWords } from "./en";

const loaders: Readonly<Record<Lang, () => Promise<ModerationWords>>> = {
  en: async () => (await import("./en")).moderation,
  "zh-Hans": async () => (await import("./zh-Hans")).moderation,
  "zh-Hant": async () => (await import("./zh-Hant")).moderation,
  ja: async () => (await import("./ja")).moderation,
};

export function loadModeration(lang: Lang): Promise<ModerationWords> {
  return loaders[lang]();
}
