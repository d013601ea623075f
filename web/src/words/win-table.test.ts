import { describe, expect, it } from "vitest";
import fixture from "../board/gunjin.fixture.json";
import type { System } from "../game/types";
import { meetings } from "./win-table";

const system = fixture as unknown as System;

describe("meetings", () => {
  it("follow the table in both directions", () => {
    expect(meetings(system, "general").lose).toEqual(["spy"]);
    expect(meetings(system, "general").both).toEqual(["general", "mine"]);
    expect(meetings(system, "mine")).toMatchObject({ lose: ["plane", "engineer"], win: [] });
  });
});
