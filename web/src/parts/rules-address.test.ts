import { expect, it } from "vitest";
import fixture from "../board/gunjin.fixture.json";
import type { System } from "../game/types";
import { optionsIn, rulesAddress, rulesOf } from "./rules-address";

const system = fixture as unknown as System;

it("leads to the usual rules, or to those of a game", () => {
  expect(rulesAddress(rulesOf(system))).toBe("/rules");
  expect(rulesAddress(rulesOf(system), "faq")).toBe("/rules/faq");
  const game = { ...system, options_in_force: { ...system.options_in_force, quiet_draw: null, plane_sideways: 0 } };
  const address = rulesAddress(rulesOf(game));
  expect(optionsIn(address.split("?")[1] ?? "")).toEqual({ quiet_draw: null, plane_sideways: 0 });
});

it("names the variant, whose usual rules are its own", () => {
  const options = [
    { key: "variant", default: "flip", choices: ["dark", "flip"] },
    { key: "hq_lock", default: false, choices: [true, false] },
    { key: "max_plies", default: 600, choices: [600, 280] },
  ];
  const game = {
    ...system,
    key: "luzhanqi",
    options,
    options_in_force: { variant: "flip", hq_lock: false, max_plies: 280 },
  };
  const [path, search] = rulesAddress(rulesOf(game), "tips").split("?");
  expect(path).toBe("/rules/luzhanqi/tips");
  expect(optionsIn(search ?? "")).toEqual({ variant: "flip", max_plies: 280 });
});

it.each(["", "options=", "options=7", "options=[1]", "options={", "options=null", "other=1"])(
  "reads %j as usual",
  (search) => {
    expect(optionsIn(search)).toEqual({});
  },
);
