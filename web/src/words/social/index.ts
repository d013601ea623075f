/** Words about other people: chat, the lobby, invitations and blocks; one chunk per language. */

import type { Lang } from "../index";
import type { SocialWords } from "./en";

export type { SocialWords } from "./en";

const loaders: Readonly<Record<Lang, () => Promise<SocialWords>>> = {
  en: async () => (await import("./en")).social,
  "zh-Hans": async () => (await import("./zh-Hans")).social,
  "zh-Hant": async () => (await import("./zh-Hant")).social,
  ja: async () => (await import("./ja")).social,
};

export function loadSocial(lang: Lang): Promise<SocialWords> {
  return loaders[lang]();
}
