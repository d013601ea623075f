import { describe, expect, it } from "vitest";
import gunjin from "../../board/gunjin.fixture.json";
import type { System } from "../../game/types";
import { languages } from "../index";
import { type Choice, type Line, type Options, tell } from "./choice";
import { REFERENCES as GUNJIN_REFERENCES } from "./gunjin/references";
import { loadRules, PAGES, SYSTEMS } from "./index";
import luzhanqi from "./luzhanqi/options.fixture.json";
import { REFERENCES as LUZHANQI_REFERENCES } from "./luzhanqi/references";
import type { Block, Page, RulesText } from "./types";

type Described = Pick<System, "options" | "options_in_force">;

/** The rules in force without any wish, by system and variant. */
const USUAL = {
  gunjin: { "": gunjin as unknown as Described },
  luzhanqi: luzhanqi as Readonly<Record<string, Described>>,
} as const;
const REFERENCES = { gunjin: GUNJIN_REFERENCES, luzhanqi: LUZHANQI_REFERENCES } as const;
const TEXTS = SYSTEMS.flatMap((system) => languages.map(({ lang }) => [system, lang] as const));
const VARIANTS = TEXTS.flatMap(([system, lang]) =>
  Object.keys(USUAL[system]).map((variant) => [system, variant, lang] as const),
);

/** A choice by its option and values; what is cited in each language in the same place. */
function lineShape(line: Line): unknown {
  const cited = (text: string) => text.match(/\[\d+(?:,\d+)*\]/g)?.join("") ?? "";
  if (typeof line === "string") return cited(line);
  const choices = line.say.filter((part) => typeof part !== "string");
  return [choices.map(({ by, is }) => [by, ...Object.keys(is)].join(" ")).sort(), cited(tell(line, {}))];
}

/** What must be the same in every language: order, sorts of blocks, lengths of lists, pictures, citations. */
function shape(block: Block): unknown {
  if (typeof block === "string" || "say" in block) return lineShape(block);
  if ("list" in block) return ["list", ...block.list.map(lineShape)];
  if ("steps" in block) return ["steps", ...block.steps.map(lineShape)];
  if ("diagrams" in block) return ["diagrams", ...block.diagrams.map(({ sketch }) => sketch)];
  return "board" in block ? ["board", lineShape(block.board)] : block.show;
}

function shapes(text: RulesText): unknown {
  return PAGES.map((key) => text.pages[key].sections.map(({ id, only, blocks }) => [id, only, blocks.map(shape)]));
}

function texts(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(texts) : [];
}

describe.each(TEXTS)("rules of %s in %s", (system, lang) => {
  it("say the same as the English ones", async () => {
    expect(shapes(await loadRules(system, lang))).toEqual(shapes(await loadRules(system, "en")));
  });

  it("have seven questions, a note for each reference and no empty text", async () => {
    const { pages, references } = await loadRules(system, lang);
    expect(pages.faq.sections).toHaveLength(7);
    expect(references).toHaveLength(REFERENCES[system].length);
    expect(texts(pages).filter((text) => text.trim() === "")).toEqual([]);
  });

  it("cite only what there is", async () => {
    const { pages } = await loadRules(system, lang);
    const cited = texts(pages).flatMap((text) => [...text.matchAll(/\[(\d+(?:,\d+)*)\]/g)].map(([, found]) => found));
    for (const number of cited.flatMap((found) => (found ?? "").split(","))) {
      expect(Number(number)).toBeLessThanOrEqual(REFERENCES[system].length);
    }
  });
});

/** What a reader of one variant gets. */
function sectionsOf(pages: Readonly<Record<string, Page>>, variant: string): unknown {
  return Object.values(pages).map(({ sections }) => sections.filter(({ only }) => only?.includes(variant) ?? true));
}

function choices(value: unknown): Choice[] {
  if (typeof value !== "object" || value === null) return [];
  return "by" in value ? [value as Choice] : Object.values(value).flatMap(choices);
}

function lines(value: unknown, options: Options): string[] {
  if (typeof value !== "object" || value === null) return typeof value === "string" ? [value] : [];
  return "say" in value ? [tell(value as Line, options)] : Object.values(value).flatMap((each) => lines(each, options));
}

describe.each(VARIANTS)("rules in force of %s %s in %s", (system, variant, lang) => {
  const { options, options_in_force: inForce } = (USUAL[system] as Readonly<Record<string, Described>>)[
    variant
  ] as Described;

  it("are told for every option and value there is, and only for those", async () => {
    const sections = sectionsOf((await loadRules(system, lang)).pages, variant);
    const told = new Set(choices(sections).map(({ by }) => by));
    expect([...told]).toEqual(expect.arrayContaining(options.map(({ key }) => key)));
    for (const { by, is } of choices(sections)) {
      const values = options.find(({ key }) => key === by)?.choices.map(String) ?? [];
      // why "null": an option that the variant does not know
      if (values.length > 0) for (const key of Object.keys(is)) expect([...values, "*", "null"]).toContain(key);
      if (values.length > 0 && !("*" in is)) expect(Object.keys(is)).toEqual(expect.arrayContaining(values));
    }
  });

  it("change what is said when they change, and leave no gap", async () => {
    const sections = sectionsOf((await loadRules(system, lang)).pages, variant);
    const usual = lines(sections, inForce);
    for (const { key, choices: values, default: first } of options.filter(({ key }) => key !== "variant")) {
      for (const value of values) {
        const said = lines(sections, { ...inForce, [key]: value });
        expect(said.join("\n")).not.toMatch(/\{|\}|undefined|null| {2}/);
        if (value !== first) expect(said, `${key} ${value}`).not.toEqual(usual);
      }
    }
  });

  it("are the usual ones while the description is on its way", async () => {
    if (variant !== Object.keys(USUAL[system])[0]) return;
    const sections = sectionsOf((await loadRules(system, lang)).pages, variant);
    expect(lines(sections, {})).toEqual(lines(sections, inForce));
  });
});
