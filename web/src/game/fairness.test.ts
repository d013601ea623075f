import { describe, expect, it } from "vitest";
import { checkFairness, commitment } from "./fairness";
import type { Snapshot } from "./types";

const match = "01a22ad7-ef83-716c-aeb7-56b8a891dfbb";

async function over(kindTold: string): Promise<Snapshot> {
  const digest = await commitment(match, "first", "a1", "spy", "00ff");
  return {
    match,
    seats: [{ side: "first", player: null, confirmed: true, commitments: { a1: digest } }],
    reveal: { first: { layout: { a1: kindTold }, salts: { a1: "00ff" } } },
  } as unknown as Snapshot;
}

describe("the fairness check", () => {
  it("makes the digest the server makes", async () => {
    // sha256("m|first|a1|spy|00ff"), from Python's hashlib
    expect(await commitment("m", "first", "a1", "spy", "00ff")).toBe(
      "d934197c6eb096717c5b477195f5f94f8b7d231408ed8fe36a52691b17a98474",
    );
  });

  it("finds kinds that are what was promised, and kinds that are not", async () => {
    expect(await checkFairness(await over("spy"))).toBe("sound");
    expect(await checkFairness(await over("mine"))).toBe("broken");
  });

  it("looks at what the server dealt, too", async () => {
    const digest = await commitment(match, "deal", "a1", "red.mine", "00ff");
    const dealt = (kind: string) =>
      ({
        ...{ match, seats: [], deal: { commitments: { a1: digest } } },
        reveal: { deal: { layout: { a1: kind }, salts: { a1: "00ff" } } },
      }) as unknown as Snapshot;
    expect(await checkFairness(dealt("red.mine"))).toBe("sound");
    expect(await checkFairness(dealt("blue.mine"))).toBe("broken");
  });

  it("compares with the digests told before the end, not with later ones", async () => {
    const told = [{ side: "first", player: null, confirmed: true, commitments: { a1: "0".repeat(64) } }];
    expect(await checkFairness(await over("spy"), { seats: told, deal: null })).toBe("broken");
    const hidden = { ...(await over("spy")), reveal: {} };
    expect(await checkFairness(hidden)).toBe("broken");
  });

  it("says so when there is nothing to check", async () => {
    expect(await checkFairness({ ...(await over("spy")), reveal: null })).toBe("unchecked");
  });
});
