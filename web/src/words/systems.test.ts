import { describe, expect, it } from "vitest";
import { fixture } from "../game/fixtures";
import { asRecord, replay } from "../game/replay";
import { lastPlyOf } from "../game/told";
import type { Side } from "../game/types";
import { en } from "./en";
import { gameWords, layoutReason, optionName, outcomeText, plyText, problemText, squareName, tellerFor } from "./game";
import { hasOwnWords, loadSystemWords, wordsWith } from "./systems";

const words = wordsWith(en, (await loadSystemWords("luzhanqi", "en")) ?? {});
const flip = fixture("luzhanqi_flip");
const four = fixture("luzhanqi_four");

/** Every ply of a match as `own` was told it. */
function told(name: string, own: Side | null): string[] {
  const { system, record } = fixture(name);
  const read = asRecord(record ?? {});
  if (!read) throw new Error("no record");
  const teller = tellerFor(words, { system, seats: [], own, shared: false });
  return replay(read, system, own).flatMap((view, index) => {
    const last = lastPlyOf(view);
    return last ? [plyText(words, { ...last, side: read.plies[index - 1]?.side ?? null }, teller)] : [];
  });
}

describe("the words of a system", () => {
  it("are laid over the page's own, which stay as they were", () => {
    expect(words.app.game).toBe("Luzhanqi");
    expect(en.app.game).toBe("Gunjin Shogi");
    expect(words.app.loading).toBe(en.app.loading);
    expect(gameWords(words, "own").face("commander")).not.toBe(gameWords(en, "own").face("commander"));
    expect(optionName(words, "flip_color_rule")).not.toBe("flip_color_rule");
  });

  it("are the page's own for the first system", async () => {
    expect(hasOwnWords("gunjin")).toBe(false);
    expect(await loadSystemWords("gunjin", "en")).toBeNull();
  });

  it("say why a ply, a layout or a file is refused", () => {
    const problem = { code: "illegal-ply", reasons: [{ code: "repetition", squares: [] }] };
    expect(problemText(words, problem).text).toContain("too often");
    expect(problemText(en, problem).text).toBe(en.problems["illegal-ply"].text);
    const reason = { code: "bomb_in_front_row", squares: ["a6", "b6"] };
    expect(layoutReason(words, reason, flip.system, "first")).toContain("a6 and b6");
    expect(layoutReason(words, { code: "too_short", squares: [] }, flip.system, null)).toContain("too short");
  });
});

describe("what happened", () => {
  it("is told of pieces that are turned up, and of flags that are carried", () => {
    const all = told("luzhanqi_flip", "first");
    expect(all[0]).toMatch(/^You: \w+ turned up, red \w+/);
    expect(all.some((text) => text.includes("onto the flag"))).toBe(true);
    expect(all.some((text) => text.includes("with the flag"))).toBe(true);
    expect(all.some((text) => text.includes("turned up, an own piece"))).toBe(true);
    expect(all.join()).not.toMatch(/undefined|null/);
  });

  it("is told of each side by its name where four play, and of who left", () => {
    const all = told("luzhanqi_four", "south");
    expect(all.some((text) => text.startsWith("East: "))).toBe(true);
    expect(all).toContain("North left the game");
    expect(all.join()).not.toMatch(/undefined|null|Opponent/);
  });

  it("names points by their names, headquarters too", () => {
    expect(squareName(words, "Sb1", four.system, "south")).toBe("Sb1");
  });
});

describe("an end among four", () => {
  const { sides } = four.system;
  const outcome = { winners: ["south", "north"], termination: "flag-taken" };

  it("is a victory of both allies, and a defeat of both others", () => {
    expect(outcomeText(words, outcome, sides, "north")).toMatchObject({ ending: "won", title: "Your side won" });
    expect(outcomeText(words, outcome, sides, "east")).toMatchObject({ ending: "lost", title: "You lost" });
    expect(outcomeText(words, outcome, sides, null).title).toBe("South and North won");
    expect(outcomeText(words, { ...outcome, winners: ["west"] }, sides, "west").title).toBe("You won");
  });

  it("says why, and why nobody won", () => {
    expect(outcomeText(words, outcome, sides, "east").reason).toContain("last flag");
    const draw = { winners: [], termination: "mutual-no-plies" };
    expect(outcomeText(words, draw, sides, "east")).toMatchObject({
      ending: "draw",
      reason: "Nobody has a move left.",
    });
  });
});
