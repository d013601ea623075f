/** What is claimed of every catalogue, the page's own and those that are loaded when they are needed; for tests. */

import { expect, it } from "vitest";
import type { Lang } from "./index";

/** Given for every parameter; numbers also stand for texts. */
const SENTINELS = [701, 703, 705, 707];
const LATIN_NAMES = /Gyoji|QR Code|QR|3D|JSON|Enter/g;
const LATIN_WORD = /[A-Za-zÀ-ɏ]{2,}/;

interface Claims {
  lang: Lang;
  words: object;
  english: object;
  /** Entries that take no text or number. */
  special?: ReadonlySet<string>;
  /** Entries that people do not read as text. */
  isSign?: (path: string) => boolean;
}

function leaves(value: unknown, path = ""): [string, unknown][] {
  if (typeof value !== "object" || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, path ? `${path}.${key}` : key));
}

function said(leaf: unknown): string {
  return typeof leaf === "function" ? String(leaf(...SENTINELS)) : String(leaf);
}

/** Same entries and parameters as in English, nothing empty, nothing left untranslated. */
export function claimCatalogue({ lang, words, english, special = new Set(), isSign = () => false }: Claims): void {
  const all = leaves(words).filter(([path]) => !special.has(path));

  it("have the keys of the English ones", () => {
    expect(leaves(words).map(([path]) => path)).toEqual(leaves(english).map(([path]) => path));
  });

  it.each(all)("%s says something", (_, leaf) => {
    expect(said(leaf).trim()).not.toBe("");
    expect(said(leaf)).not.toMatch(/undefined|null|NaN|#/);
  });

  it.each(all.filter(([, leaf]) => typeof leaf === "function"))("%s names what it is given", (path, leaf) => {
    const model = leaves(english).find(([other]) => other === path)?.[1];
    const arity = typeof model === "function" ? model.length : 0;
    expect(typeof leaf === "function" && leaf.length).toBe(arity);
    for (const sentinel of SENTINELS.slice(0, arity)) expect(said(leaf)).toContain(String(sentinel));
  });

  it("has no Latin leftovers", () => {
    if (lang === "en") return;
    const left = all
      .filter(([path]) => !isSign(path))
      .map(([path, leaf]) => [path, said(leaf).replace(LATIN_NAMES, "")])
      .filter(([, text]) => LATIN_WORD.test(text ?? ""));
    expect(left).toEqual([]);
  });
}
