import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createPlyQueue, type Happened } from "./ply-queue";
import type { Battle, EventData } from "./types";

const BATTLE: Battle = { square: "b5", winner: null, result: "both", pieces: {} };
const TIME = { quiet: { clash: 300, whole: 800 }, battle: { clash: 300, whole: 1_300 } };

function ply(version: number, battle: Battle | null = null): Happened {
  const data: EventData = {
    ...{ type: "ply", side: "first", at: "", number: version, turn: "second" },
    ...{ ply: ["b4", "b5"], quiet_plies: 0, battle },
  };
  return { data, version };
}
const ended = (version: number): Happened => ({
  data: { type: "match.ended", side: null, at: "", outcome: { winners: [], termination: "both-stuck" }, reveal: null },
  version,
});

let shown: number[];
let told: number[];

beforeEach(() => {
  vi.useFakeTimers();
  [shown, told] = [[], []];
});
afterEach(() => {
  vi.useRealTimers();
});

function open() {
  return createPlyQueue({
    timeOf: (isBattle) => (isBattle ? TIME.battle : TIME.quiet),
    show: ({ version }) => shown.push(version),
    tell: () => {
      const last = shown.at(-1);
      if (last !== undefined && told.at(-1) !== last) told.push(last);
    },
  });
}

describe("a queue of plies", () => {
  it.each([
    ["quiet ply", null, TIME.quiet.whole],
    ["battle", BATTLE, TIME.battle.whole],
  ])("lets a %s have its time before the answer", (_, battle, whole) => {
    const queue = open();
    queue.add(ply(1, battle));
    expect(shown).toEqual([1]);
    vi.advanceTimersByTime(160);
    queue.add(ply(2));
    expect(queue.isBehind).toBe(false);
    vi.advanceTimersByTime(whole - 161);
    expect(queue.isBehind).toBe(true);
    expect(shown).toEqual([1]);
    vi.advanceTimersByTime(1);
    expect(shown).toEqual([1, 2]);
    expect(queue.isBehind).toBe(false);
  });

  it("tells a result at the clash, and not before", () => {
    const queue = open();
    queue.add(ply(1, BATTLE));
    vi.advanceTimersByTime(TIME.battle.clash - 1);
    expect(told).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(told).toEqual([1]);
  });

  it("shows at once what comes late", () => {
    const queue = open();
    queue.add(ply(1));
    vi.advanceTimersByTime(5_000);
    queue.add(ply(2));
    expect(shown).toEqual([1, 2]);
  });

  it("lets the last ply have its time before the end of the match", () => {
    const queue = open();
    queue.add(ply(1, BATTLE));
    queue.add(ended(2));
    vi.advanceTimersByTime(TIME.battle.whole - 1);
    expect(shown).toEqual([1]);
    vi.advanceTimersByTime(1);
    expect([shown, told]).toEqual([
      [1, 2],
      [1, 2],
    ]);
  });

  it("does not fall further behind when several wait", () => {
    const queue = open();
    for (const version of [1, 2, 3]) queue.add(ply(version, BATTLE));
    expect(shown).toEqual([1, 2, 3]);
    expect(told).toEqual([1, 2]);
    queue.add(ply(4));
    expect(shown).toEqual([1, 2, 3]);
    vi.advanceTimersByTime(TIME.battle.whole);
    expect(shown).toEqual([1, 2, 3, 4]);
  });

  it("catches up when somebody acts, and shows what that brings at once", () => {
    const queue = open();
    queue.add(ply(1, BATTLE));
    queue.add(ply(2));
    queue.catchUp();
    expect(shown).toEqual([1, 2]);
    queue.add(ply(3));
    expect(shown).toEqual([1, 2, 3]);
  });

  it("forgets what waits when something newer is shown", () => {
    const queue = open();
    queue.add(ply(1));
    queue.add(ply(2));
    queue.clear();
    vi.advanceTimersByTime(5_000);
    expect(shown).toEqual([1]);
    expect(told).toEqual([]);
    queue.add(ply(3));
    expect(shown).toEqual([1, 3]);
  });
});
