/** Catalogues that are loaded when they are needed. */

import { describe, expect, it } from "vitest";
import { loadAccountWords } from "./account";
import { claimCatalogue } from "./claims";
import { languages } from "./index";
import { loadLuzhanqi, loadTold } from "./luzhanqi";
import { loadModeration } from "./moderation";
import { loadSocial } from "./social";

const catalogues = await Promise.all(
  languages
    .flatMap(({ lang }) => [
      { name: "account", lang, load: loadAccountWords },
      { name: "moderation", lang, load: loadModeration },
      { name: "social", lang, load: loadSocial },
      { name: "Luzhanqi", lang, load: loadLuzhanqi },
      { name: "Luzhanqi, told", lang, load: loadTold },
    ])
    .map(async ({ name, lang, load }) => ({ name, lang, words: await load(lang), english: await load("en") })),
);

describe.each(catalogues)("words of $name in $lang", ({ lang, words, english }) => {
  claimCatalogue({ lang, words, english });

  it("are another catalogue than the English one", () => {
    if (lang !== "en") expect(words).not.toEqual(english);
  });
});
