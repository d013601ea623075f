import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { System } from "../../game/types";
import { languages } from "../index";
import described from "../rules/luzhanqi/options.fixture.json";
import { loadLuzhanqi, loadTold } from "./index";

const variants: readonly Pick<System, "options">[] = Object.values(described);

const rules = new URL("../../../../games/rules/luzhanqi/setups.py", import.meta.url);
const setups = [...readFileSync(rules, "utf8").matchAll(/_setup\("([^"]+)"/g)].map(([, key]) => key);

describe.each(languages)("words of Luzhanqi in $name", ({ lang }) => {
  it("name every option and value of every variant", async () => {
    const { options, values } = await loadLuzhanqi(lang);
    for (const { key, choices } of variants.flatMap((variant) => variant.options)) {
      expect(options).toHaveProperty(key);
      for (const value of choices) expect(values).toHaveProperty([key, String(value)]);
    }
  });

  it("name every layout that the rules offer, each differently", async () => {
    const { system } = await loadTold(lang);
    expect(Object.keys(system.setups)).toEqual(setups);
    expect(new Set(Object.values(system.setups)).size).toBe(17);
  });

  it("have a face of every sort for every kind, at most four wide", async () => {
    const { kinds, faces, chineseFaces, symbolFaces } = await loadLuzhanqi(lang);
    for (const written of [faces, chineseFaces, symbolFaces]) {
      expect(Object.keys(written)).toEqual(Object.keys(kinds));
      for (const face of Object.values(written)) expect(face.length).toBeLessThanOrEqual(4);
      expect(new Set(Object.values(written)).size).toBe(12);
    }
  });
});
