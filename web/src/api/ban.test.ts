import { signal } from "@preact/signals";
import { beforeEach, describe, expect, it } from "vitest";
import { ban, endBansOf, heedBans } from "./ban";
import { ProblemError } from "./problems";
import type { Call } from "./request";

const CALL: Call = { method: "GET", path: "me", token: "token" };
const refuse =
  (code: string, more: object = {}) =>
  async () => {
    throw new ProblemError({ code, detail: "", ...more });
  };
const BANNED = refuse("banned", { until: "2026-12-01T00:00:00+00:00", message: "be-kind" });

describe("a ban", () => {
  beforeEach(() => heedBans(async () => null)(CALL));

  it("is heeded with its end and what the moderators say, and still refuses", async () => {
    await expect(heedBans(BANNED)(CALL)).rejects.toMatchObject({ problem: { code: "banned" } });
    expect(ban.value).toEqual({ until: "2026-12-01T00:00:00+00:00", message: "be-kind" });
  });

  it("may have no end and no words", async () => {
    await heedBans(refuse("banned"))(CALL).catch(() => undefined);
    expect(ban.value).toEqual({ until: null, message: "" });
  });

  it("is not the next player's", async () => {
    const who = signal("banned one");
    endBansOf(who);
    await heedBans(BANNED)(CALL).catch(() => undefined);
    expect(ban.value).not.toBeNull();
    who.value = "another";
    expect(ban.value).toBeNull();
  });

  it("is over once the player gets an answer", async () => {
    await heedBans(BANNED)(CALL).catch(() => undefined);
    await heedBans(async () => "public")({ method: "GET", path: "systems" });
    await heedBans(refuse("network"))(CALL).catch(() => undefined);
    expect(ban.value).not.toBeNull();
    expect(await heedBans(async () => "me")(CALL)).toBe("me");
    expect(ban.value).toBeNull();
  });
});
