/** The page's words in those of a game system: its tables, and sentences that only it needs. */

import type { Words } from "./en";
import type { Lang } from "./index";
import { loadLuzhanqi, loadTold } from "./luzhanqi";

const loaders: Readonly<Record<string, (lang: Lang) => Promise<object>>> = {
  async luzhanqi(lang) {
    const [tables, told] = await Promise.all([loadLuzhanqi(lang), loadTold(lang)]);
    return { ...told, system: { ...tables, ...told.system } };
  },
};
/** Whether a system has words of its own beside the page's. */
export function hasOwnWords(system: string): boolean {
  return Object.hasOwn(loaders, system);
}

/** Rejects when a chunk cannot be had. */
export async function loadSystemWords(system: string, lang: Lang): Promise<object | null> {
  return (await loaders[system]?.(lang)) ?? null;
}

export function wordsWith(words: Words, own: object): Words {
  return laidOver(words, own) as Words;
}

/** Entries of `over` go before those of `under`, table by table. */
function laidOver(under: object, over: object): object {
  const below = new Map(Object.entries(under));
  const entries = Object.entries(over).map(([key, value]) => {
    const both = isTable(value) && isTable(below.get(key));
    return [key, both ? laidOver(below.get(key), value) : value];
  });
  return { ...under, ...Object.fromEntries(entries) };
}

function isTable(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
