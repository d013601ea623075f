import { describe, expect, it } from "vitest";
import { fixture, seenBy } from "./fixtures";
import { apply, skip } from "./match";
import { lastPlyOf, recentPlies } from "./told";
import type { PlyEvent, Snapshot, View } from "./types";

const { snapshots, events } = seenBy(fixture("played_out"), "first");
const plies = events.flatMap(({ d }) => (d?.type === "ply" ? [d] : []));
const [first] = snapshots;
if (!first) throw new Error("no snapshot");
/** After each ply, and before the first. */
const states = new Map<number, Snapshot>();
let state = first;
for (const { v, d } of events) {
  if (v > state.version) state = d ? apply(state, d, v) : skip(state, v);
  if (state.view && d?.type !== "match.ended") states.set(state.ply_count, state);
}
const stateAt = (number: number) => states.get(number) as Snapshot;
const numbers = (own: string | null, number: number, known: readonly PlyEvent[] = plies) =>
  recentPlies(known, stateAt(number), own).map((ply) => ply.number);

describe("the plies spoken of", () => {
  it("are the own one and its answer, until the next own one", () => {
    expect(numbers("first", 0)).toEqual([]);
    expect(numbers("first", 1)).toEqual([1]);
    expect(numbers("first", 2)).toEqual([1, 2]);
    expect(numbers("first", 3)).toEqual([3]);
    expect(numbers("second", 1)).toEqual([1]);
    expect(numbers("second", 2)).toEqual([2]);
    expect(numbers("second", 3)).toEqual([2, 3]);
  });

  it("are the last two for who watches", () => {
    expect(numbers(null, 3)).toEqual([2, 3]);
  });

  it("are the last one alone while nothing is known of those before", () => {
    expect(numbers("first", 2, [])).toEqual([2]);
  });

  it("know who moved from the view alone, while the match goes on", () => {
    for (const { number, side, ply, turn } of plies) {
      if (turn !== null) expect(lastPlyOf(stateAt(number).view as View)).toMatchObject({ number, side, ply });
    }
  });
});
