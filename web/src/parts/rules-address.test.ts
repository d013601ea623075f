import { expect, it } from "vitest";
import fixture from "../board/gunjin.fixture.json";
import type { System } from "../game/types";
import { changedOptions, optionsIn, rulesAddress } from "./rules-address";

const system = fixture as unknown as System;

it("leads to the usual rules, or to those of a game", () => {
  expect(rulesAddress(changedOptions(system))).toBe("/rules");
  const game = { ...system, options_in_force: { ...system.options_in_force, quiet_draw: null, plane_sideways: 0 } };
  const address = rulesAddress(changedOptions(game));
  expect(optionsIn(address.split("?")[1] ?? "")).toEqual({ quiet_draw: null, plane_sideways: 0 });
});

it.each(["", "options=", "options=7", "options=[1]", "options={", "options=null", "other=1"])(
  "reads %j as usual",
  (search) => {
    expect(optionsIn(search)).toEqual({});
  },
);
