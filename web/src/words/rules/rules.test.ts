import { describe, expect, it } from "vitest";
import fixture from "../../board/gunjin.fixture.json";
import type { System } from "../../game/types";
import { meetings } from "../win-table";
import { type Choice, type Line, type Options, tell } from "./choice";
import { loadRules, PAGES } from "./index";
import { reach, type Sketch } from "./reach";
import { REFERENCES } from "./references";
import type { Block, RulesText } from "./types";

const system = fixture as unknown as System;

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
  return block.show;
}

function shapes(text: RulesText): unknown {
  return PAGES.map((key) => text.pages[key].sections.map(({ id, blocks }) => [id, blocks.map(shape)]));
}

function texts(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(texts) : [];
}

describe.each(["en", "zh-Hans", "zh-Hant", "ja"] as const)("rules in %s", (lang) => {
  it("say the same as the English ones", async () => {
    expect(shapes(await loadRules(lang))).toEqual(shapes(await loadRules("en")));
  });

  it("have seven questions, eleven references and no empty text", async () => {
    const { pages, references } = await loadRules(lang);
    expect(pages.faq.sections).toHaveLength(7);
    expect(references).toHaveLength(REFERENCES.length);
    expect(REFERENCES).toHaveLength(11);
    expect(texts(pages).filter((text) => text.trim() === "")).toEqual([]);
  });
});

function choices(value: unknown): Choice[] {
  if (typeof value !== "object" || value === null) return [];
  return "by" in value ? [value as Choice] : Object.values(value).flatMap(choices);
}

function lines(value: unknown, options: Options): string[] {
  if (typeof value !== "object" || value === null) return typeof value === "string" ? [value] : [];
  return "say" in value ? [tell(value as Line, options)] : Object.values(value).flatMap((each) => lines(each, options));
}

describe.each(["en", "zh-Hans", "zh-Hant", "ja"] as const)("rules in force in %s", (lang) => {
  it("are told for every option and value there is, and only for those", async () => {
    const { pages } = await loadRules(lang);
    const told = new Set(choices(pages).map(({ by }) => by));
    expect([...told].sort()).toEqual(system.options.map(({ key }) => key).sort());
    for (const { by, is, usual } of choices(pages)) {
      const option = system.options.find(({ key }) => key === by);
      const values = option?.choices.map(String) ?? [];
      expect(usual).toBe(String(option?.default));
      for (const key of Object.keys(is)) expect([...values, "*"]).toContain(key);
      if (!("*" in is)) expect(Object.keys(is)).toHaveLength(values.length);
    }
  });

  it("change what is said when they change, and leave no gap", async () => {
    const { pages } = await loadRules(lang);
    const usual = lines(pages, system.options_in_force);
    expect(lines(pages, {})).toEqual(usual);
    for (const { key, choices: values, default: first } of system.options) {
      for (const value of values) {
        const said = lines(pages, { ...system.options_in_force, [key]: value });
        expect(said.join("\n")).not.toMatch(/\{|\}|undefined|null| {2}/);
        if (value !== first) expect(said).not.toEqual(usual);
      }
    }
    const fifty = lines(pages, { ...system.options_in_force, quiet_draw: 50 }).filter((line) => !usual.includes(line));
    expect(fifty).toHaveLength(2);
    for (const line of fifty) expect(line).toContain("50");
  });
});

describe("move pictures", () => {
  const goes = (sketch: Sketch, changed: Record<string, unknown> = {}) =>
    reach({ ...system, options_in_force: { ...system.options_in_force, ...changed } }, sketch)
      .map(({ square, attack }) => (attack ? `${square}!` : square))
      .sort();

  it("show steps, bridges and headquarters", () => {
    expect(goes({ kind: "colonel", from: "c3" })).toEqual(["b3", "c2", "c4", "d3"]);
    expect(goes({ kind: "captain", from: "b4", own: ["a4"], enemy: ["b5"] })).toEqual(["b3", "b5!", "c4"]);
    expect(goes({ kind: "spy", from: "c4" })).toEqual(["b4", "c3", "d4"]);
    expect(goes({ kind: "spy", from: "hq1" })).toEqual(["b1", "c2", "d2", "e1"]);
  });

  it("show two squares ahead only over a free one", () => {
    expect(goes({ kind: "tank", from: "e3" })).toEqual(["d3", "e2", "e4", "e5", "f3"]);
    expect(goes({ kind: "tank", from: "e3", enemy: ["e4"] })).toEqual(["d3", "e2", "e4!", "f3"]);
    expect(goes({ kind: "tank", from: "hq1" })).toEqual(["b1", "c2", "c3", "d2", "d3", "e1"]);
  });

  it("show engineers as far as the first piece, and no further than a headquarters", () => {
    expect(goes({ kind: "engineer", from: "a1" })).toEqual(["a2", "a3", "a4", "b1", "hq1"]);
    expect(goes({ kind: "engineer", from: "b3", own: ["b2"], enemy: ["b7", "d3"] })).toEqual(
      ["a3", "b4", "b5", "b6", "b7!", "c3", "d3!"].sort(),
    );
  });

  it("show planes as the options have them", () => {
    const plane: Sketch = { kind: "plane", from: "c3", own: ["c4"], enemy: ["c6", "c7"] };
    expect(goes(plane)).toEqual(["b3", "c2", "c5", "c6!", "c7!", "d3", "hq1", "hq8"]);
    expect(goes(plane, { plane_jump: "own_only" })).toEqual(["b3", "c2", "c5", "c6!", "d3", "hq1"]);
    expect(goes(plane, { plane_jump: "none" })).toEqual(["b3", "c2", "d3", "hq1"]);
    expect(goes(plane, { plane_river: "bridges_only" })).toEqual(["b3", "c2", "d3", "hq1"]);
    expect(goes(plane, { plane_sideways: 0 })).toEqual(["c2", "c5", "c6!", "c7!", "hq1", "hq8"]);
    expect(goes(plane, { plane_sideways: "unlimited" })).toContain("f3");
  });
});

describe("meetings", () => {
  it("follow the table in both directions", () => {
    expect(meetings(system, "general").lose).toEqual(["spy"]);
    expect(meetings(system, "general").both).toEqual(["general", "mine"]);
    expect(meetings(system, "mine")).toMatchObject({ lose: ["plane", "engineer"], win: [] });
  });
});
