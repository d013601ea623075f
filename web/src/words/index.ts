/** The languages, and how a screen gets at the words of the one in use. */

import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Words } from "./en";

export type { Words } from "./en";
export * from "./game";

export type Lang = "en" | "zh-Hans" | "zh-Hant" | "ja";

/** In the order of the language menu, each by its own name. */
export const languages: readonly { lang: Lang; name: string }[] = [
  { lang: "en", name: "English" },
  { lang: "zh-Hans", name: "简体中文" },
  { lang: "zh-Hant", name: "繁體中文" },
  { lang: "ja", name: "日本語" },
];

export function isLang(value: unknown): value is Lang {
  return languages.some(({ lang }) => lang === value);
}

/** The first language of the list that there is a catalogue for; English when there is none. */
export function pickLanguage(preferred: readonly string[]): Lang {
  for (const tag of preferred) {
    const parts = tag.toLowerCase().split("-");
    if (parts[0] === "en" || parts[0] === "ja") return parts[0];
    if (parts[0] === "zh" || parts[0] === "yue") return chinese(parts);
  }
  return "en";
}

function chinese(parts: readonly string[]): Lang {
  if (parts.includes("hans")) return "zh-Hans";
  const traditional = ["hant", "tw", "hk", "mo"].some((part) => parts.includes(part)) || parts[0] === "yue";
  return traditional ? "zh-Hant" : "zh-Hans";
}

const loaders: Readonly<Record<Lang, () => Promise<Words>>> = {
  en: async () => (await import("./en")).en,
  "zh-Hans": async () => (await import("./zh-Hans")).zhHans,
  "zh-Hant": async () => (await import("./zh-Hant")).zhHant,
  ja: async () => (await import("./ja")).ja,
};

/** Each language is its own chunk. Rejects when the chunk cannot be had. */
export function loadWords(lang: Lang): Promise<Words> {
  return loaders[lang]();
}

/** Tells the browser, and through it screen readers and fonts, which language the page is in. */
export function markDocument(lang: Lang): void {
  document.documentElement.lang = lang;
}

/** Provided once around the app, when the words have arrived. */
export const WordsContext = createContext<{ lang: Lang; words: Words } | null>(null);

function useProvided(): { lang: Lang; words: Words } {
  const provided = useContext(WordsContext);
  if (provided === null) throw new Error("no words around this component");
  return provided;
}

export function useWords(): Words {
  return useProvided().words;
}

export function useLang(): Lang {
  return useProvided().lang;
}
