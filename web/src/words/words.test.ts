import { describe, expect, it } from "vitest";
import type { components } from "../api/schema";
import type { Battle, MatchSeat, Side, System } from "../game/types";
import { claimCatalogue } from "./claims";
import { en, type Words } from "./en";
import { CHINESE_FACES, SYMBOL_FACES } from "./faces";
import {
  factText,
  gameWords,
  layoutReason,
  optionValue,
  outcomeText,
  playerName,
  plyText,
  problemText,
  tellerFor,
} from "./game";
import { type Lang, loadWords, pickLanguage } from "./index";
import { ja } from "./ja";
import { zhHans } from "./zh-Hans";
import { zhHant } from "./zh-Hant";

type FactCode = components["schemas"]["FactShape"]["code"];

const catalogues: readonly [Lang, Words][] = [
  ["en", en],
  ["zh-Hans", zhHans],
  ["zh-Hant", zhHant],
  ["ja", ja],
];
const FACTS = Object.keys({
  ...{ origin: 1, moved: 1, stepped: 1, sidestepped: 1, jumped: 1, "ran-sideways": 1, "ran-ahead": 1, "ran-far": 1 },
  ...{ "ran-back": 1, beat: 1, "lost-to": 1, tied: 1, "stood-in-headquarters": 1, "match-went-on": 1, counts: 1 },
  ...{ "flag-behind": 1, turned: 1, bounced: 1, shown: 1, "flag-was-shown": 1, "flag-was-not-shown": 1 },
  ...{ "headquarters-was-shown": 1, "headquarters-was-not-shown": 1, "beat-unseen": 1, "lost-to-unseen": 1 },
  ...{ "tied-unseen": 1, "bounced-unseen": 1 },
} satisfies Record<FactCode, 1>) as FactCode[];
/** These take no text or number. */
const SPECIAL = new Set(["app.caption", "app.list", "app.date", "board.join"]);

describe.each(catalogues)("words in %s", (lang, words) => {
  claimCatalogue({
    ...{ lang, words, english: en, special: SPECIAL },
    isSign: (path) => path.endsWith(".action") || path.startsWith("winTable.marks"),
  });

  it("are what loading the language gives", async () => {
    expect(await loadWords(lang)).toBe(words);
  });

  it("has a way on for every problem", () => {
    for (const code of [...Object.keys(en.problems), "some-new-code"]) {
      const { title, text, label } = problemText(words, { code });
      expect([title, text, label].every((part) => part.length > 0)).toBe(true);
    }
    expect(problemText(words, { code: "rate-limited", retry_after: 4.2 }).text).toContain("5");
  });

  it("has a face of every sort for every kind, at most four wide", () => {
    const kinds = Object.keys(en.gunjin.kinds);
    for (const faces of [CHINESE_FACES, SYMBOL_FACES, words.gunjin.faces]) {
      expect(Object.keys(faces).sort()).toEqual([...kinds].sort());
      expect(new Set(Object.values(faces)).size).toBe(kinds.length);
      for (const face of Object.values(faces)) expect([...face].length).toBeLessThanOrEqual(4);
    }
  });
});

const square = (name: string, territory: string, tags: string[]) => ({ name, x: 0, y: 0, width: 1, territory, tags });
const system = {
  hidden: true,
  sides: ["first", "second"],
  squares: [square("b4", "first", ["bridgehead"]), square("hq8", "second", ["headquarters"])],
} as unknown as System;
const battle = (winner: string | null, first: string | null, second: string | null): Battle => ({
  square: "hq8",
  winner,
  result: winner === null ? "both" : winner === "first" ? "attacker" : "defender",
  pieces: { first, second },
});
const teller = (words: Words, own: Side | null, { bot = false, shared = false } = {}) => {
  const player = { name: "", kind: bot ? "bot" : "guest", level: bot ? "beginner" : null } as const;
  const seat = (side: Side): MatchSeat => ({ side, player, confirmed: true, commitments: null });
  return tellerFor(words, { system, seats: ["first", "second"].map(seat), own, shared });
};
/** The first player went into the second one's headquarters. */
const told = (words: Words, fight: Battle, own: Side | null) =>
  plyText(words, { side: "first", ply: ["b7", "hq8"], battle: fight }, teller(words, own));

describe("sentences", () => {
  it("call a headquarters by its owner", () => {
    const names = gameWords(en, "chinese");
    expect(names.square("hq8", system, "second")).toBe("your headquarters");
    expect(names.square("hq8", system, "first")).toBe("the enemy headquarters");
    expect(names.square("hq8", system, null)).toBe("the second player's headquarters");
    expect(names.square("b4", system, "first")).toBe("b4");
  });

  it("tell who went where, and a battle as its reader knows it", () => {
    const quiet = { side: "first", ply: ["b4", "b5"], battle: null };
    expect(plyText(en, quiet, teller(en, "first"))).toBe("You: b4 → b5");
    expect(plyText(en, quiet, teller(en, null))).toBe("First player: b4 → b5");
    const texts = [
      told(en, battle("first", "tank", null), "first"),
      told(zhHans, battle("second", "lt_colonel", null), "first"),
      told(ja, battle(null, "lt_colonel", null), "first"),
      told(en, battle("second", "lt_general", null), "first"),
      told(en, battle("first", null, null), null),
      told(en, battle("first", null, "spy"), null),
      told(en, battle("first", "tank", "spy"), null),
      told(en, battle("second", "tank", "spy"), null),
      told(en, battle(null, "tank", "spy"), null),
    ];
    expect(texts).toEqual([
      "You: b7 → enemy HQ, your tank won",
      "你：b7 → 对方司令部，你的中校落败",
      "あなた：b7 → 相手の司令部、相討ち（中佐）",
      "You: b7 → enemy HQ, your lt general lost",
      "First player: b7 → the second player's HQ, the attacker won",
      "First player: b7 → the second player's HQ, the second player's spy lost",
      "First player: b7 → the second player's HQ, tank beat spy",
      "First player: b7 → the second player's HQ, tank lost to spy",
      "First player: b7 → the second player's HQ, tank and spy fell",
    ]);
  });

  it("call who moved as the reader calls them", () => {
    const ply = { side: "second", ply: ["b5", "b4"], battle: null };
    expect(plyText(en, ply, teller(en, "first"))).toBe("Opponent: b5 → b4");
    expect(plyText(en, ply, teller(en, "first", { bot: true }))).toBe("Computer: b5 → b4");
    expect(plyText(en, ply, teller(en, "first", { shared: true }))).toBe("Second player: b5 → b4");
    expect(plyText(en, ply, teller(en, null, { bot: true }))).toBe("Second player: b5 → b4");
    expect(plyText(en, { ...ply, side: null }, teller(en, "first"))).toBe("Last move: b5 → b4");
  });

  it("never name the other piece to who fought it", () => {
    for (const [, words] of catalogues) {
      for (const winner of ["first", "second", null]) {
        const hidden = told(words, battle(winner, "tank", null), "first");
        const shown = told(words, battle(winner, "tank", "spy"), "first");
        expect(shown).toBe(hidden);
      }
    }
  });

  it("name both pieces once the match is over", () => {
    const ply = { side: "first", ply: ["b7", "b8"], battle: battle("second", "tank", "spy") };
    expect(plyText(en, ply, { ...teller(en, "first"), isOver: true })).toBe("You: b7 → b8, tank lost to spy");
    expect(plyText(en, ply, { ...teller(en, "second"), isOver: true })).toBe("Opponent: b7 → b8, tank lost to spy");
    const half = { ...ply, battle: battle("second", "tank", null) };
    expect(plyText(en, half, { ...teller(en, "first"), isOver: true })).toBe("You: b7 → b8, your tank lost");
  });

  it("tell every end to winner, loser and spectator", () => {
    const sides = ["first", "second"];
    const won = { winners: ["first"], termination: "occupation" };
    expect(outcomeText(en, won, sides, "first")).toMatchObject({ ending: "won", title: "You won" });
    expect(outcomeText(en, won, sides, "second")).toMatchObject({ ending: "lost" });
    expect(outcomeText(en, won, sides, null).title).toBe("The first player won");
    const resigned = { winners: ["first"], termination: "resigned" };
    expect(outcomeText(en, resigned, sides, null).reason).toBe("The second player resigned.");
    expect(outcomeText(ja, { winners: [], termination: "quiet-100" }, sides, "first").reason).toContain("100");
    expect(outcomeText(ja, { winners: [], termination: "plies-2000" }, sides, "first").reason).toContain("2,000");
    expect(outcomeText(en, { winners: [], termination: "abandoned" }, sides, null).ending).toBe("abandoned");
    expect(outcomeText(en, { winners: [], termination: "voided" }, sides, null)).toMatchObject({
      ending: "abandoned",
      reason: en.end.draws.voided,
    });
    expect(outcomeText(en, { winners: [], termination: "general-lost" }, sides, null).reason).toContain(
      "Both generals",
    );
  });

  it("name squares in refusals and values of options", () => {
    const reason = { code: "flag_on_back_rank", squares: ["hq8", "b4"] };
    expect(layoutReason(ja, reason, system, "second")).toContain("あなたの総司令部、b4");
    expect(layoutReason(en, { code: "wrong_counts", squares: [] }, system, null)).toContain("23");
    expect(optionValue(en, "quiet_draw", null)).toBe("never");
    expect(optionValue(en, "plane_sideways", 1)).toBe("one square");
  });

  it("tell what was seen of a piece", () => {
    const told = (code: string, kind: string | null = null, excludes: string[] = []) =>
      factText(en, { code, kind, excludes });
    expect(told("beat", "lt_general", ["spy"])).toBe("It beat your lieutenant general.");
    expect(told("lost-to", "spy")).toBe("It lost to your spy.");
    expect(told("jumped")).toContain("passed over");
    expect(told("counts", null, ["plane", "spy"])).toBe("All known or lost: plane and spy.");
    expect(told("origin", null, ["flag"])).toBe("Not allowed where it began: flag.");
    expect(told("counts", null, ["plane", "spy", "tank", "major", "captain"])).toBe(en.play.facts.counts);
    expect(told("new")).toBe(en.play.facts.other);
  });

  it("have words for every fact that the API may tell", () => {
    for (const [, words] of catalogues) {
      for (const code of FACTS) {
        const fact = { code, kind: "spy", excludes: ["flag"] };
        expect(factText(words, fact)).not.toBe(words.play.facts.other);
      }
    }
  });

  it("use the plural of the number", () => {
    expect(en.play.capturedCount(1)).toBe("1 piece");
    expect(en.play.capturedCount(2)).toBe("2 pieces");
  });
});

describe("playerName", () => {
  const bot = (level: string | { work: number } | null) => playerName(en, { name: "x", kind: "bot", level });

  it("names a computer by its level or by its budget", () => {
    expect(bot("beginner")).toBe("Computer (Beginner)");
    expect(bot("new-level")).toBe("Computer (new-level)");
    expect(bot({ work: 200_000 })).toBe(`Computer (${(200_000).toLocaleString()})`);
  });

  it("names people as they named themselves, and says of somebody's program that it is one", () => {
    expect(bot(null)).toBe("x (bot)");
    expect(playerName(en, { name: "Aki", kind: "person", level: null })).toBe("Aki");
    expect(playerName(en, { name: "Guest jf3ufq", kind: "guest", level: null })).toBe("Guest jf3ufq");
  });
});

describe("pickLanguage", () => {
  it.each([
    [["zh-CN"], "zh-Hans"],
    [["zh-SG"], "zh-Hans"],
    [["zh"], "zh-Hans"],
    [["zh-Hans-HK"], "zh-Hans"],
    [["zh-TW"], "zh-Hant"],
    [["zh-HK"], "zh-Hant"],
    [["zh-MO"], "zh-Hant"],
    [["zh-Hant-US"], "zh-Hant"],
    [["ja-JP"], "ja"],
    [["fr-FR", "ja"], "ja"],
    [["de"], "en"],
    [[], "en"],
  ] as const)("%j is %s", (preferred, lang) => {
    expect(pickLanguage(preferred)).toBe(lang);
  });
});
