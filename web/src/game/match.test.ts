import { describe, expect, it } from "vitest";
import { fixture, fixtures, type Seen, seenBy } from "./fixtures";
import { apply, needsSnapshot, orderOf, skip } from "./match";
import type { Snapshot, System } from "./types";

/** The states of one audience, from one snapshot on, by version; a start that asks for a snapshot gets it. */
function statesFrom(snapshot: Snapshot, seen: Seen, system: System): Map<number, Snapshot> {
  const order = orderOf(system);
  const states = new Map([[snapshot.version, snapshot]]);
  let state = snapshot;
  for (const { v, d } of seen.events) {
    if (v <= snapshot.version) continue;
    const asks = d?.type === "match.started" && needsSnapshot(state, d);
    state = d ? apply(state, d, v, order) : skip(state, v);
    if (asks) state = seen.snapshots.find(({ version }) => version === v) ?? state;
    states.set(v, state);
  }
  return states;
}

const CASES = fixtures().flatMap((each) =>
  Object.keys(each.audiences).map((audience) => [each.name, audience] as const),
);

describe.each(CASES)("%s as %s sees it", (name, audience) => {
  const told = fixture(name);
  const { system } = told;
  const seen = seenBy(told, audience);

  it("is the same from events as from a fresh snapshot, at every version", () => {
    const [first, ...later] = seen.snapshots;
    if (!first) throw new Error("no snapshot");
    const states = statesFrom(first, seen, system);
    expect(later.length).toBeGreaterThan(1);
    for (const snapshot of later) expect(states.get(snapshot.version)).toEqual(snapshot);
  });

  it("is the same from wherever one starts, or says that a snapshot is needed", () => {
    const last = seen.snapshots.at(-1);
    const end = seen.events.at(-1)?.d;
    if (!last || !end) throw new Error("no end");
    for (const snapshot of seen.snapshots) {
      const states = statesFrom(snapshot, seen, system);
      const before = states.get(last.version - 1);
      if (before && needsSnapshot(before, end)) continue;
      expect(states.get(last.version)).toEqual(last);
    }
  });

  it("changes no state that was handed out", () => {
    const [first] = seen.snapshots;
    if (!first) throw new Error("no snapshot");
    const kept = structuredClone(first);
    statesFrom(first, seen, system);
    expect(first).toEqual(kept);
  });
});

describe("gaps and openness", () => {
  const { snapshots, events } = seenBy(fixture("resigned"), "first");
  const [snapshot] = snapshots;
  const [event] = events;
  if (!snapshot || !event?.d) throw new Error("no fixture");
  const { d } = event;

  it("refuses any version but the next", () => {
    expect(() => apply(snapshot, d, snapshot.version + 2)).toThrow(RangeError);
    expect(() => apply(snapshot, d, snapshot.version)).toThrow(RangeError);
    expect(() => skip(snapshot, snapshot.version + 2)).toThrow(RangeError);
  });

  it("asks for a snapshot when a match with open pieces starts", () => {
    const start = { type: "match.started", side: null, at: "", turn: "first" } as const;
    expect(needsSnapshot(snapshot, start)).toBe(false);
    expect(needsSnapshot({ ...snapshot, options: { ...snapshot.options, information: "open" } }, start)).toBe(true);
  });

  it("asks for one when the end tells of a battle it was not there for", () => {
    const { snapshots, events } = seenBy(fixture("resigned_after_battle"), "watch");
    const before = snapshots.at(-2);
    const end = events.at(-1)?.d;
    if (!before || !end) throw new Error("no fixture");
    expect(before.view?.last?.battle).not.toBeNull();
    expect(needsSnapshot(before, end)).toBe(true);
  });

  it("passes over events of a kind it does not know", () => {
    const odd = { type: "clock.ran" } as unknown as typeof d;
    expect(apply(snapshot, odd, snapshot.version + 1)).toEqual({ ...snapshot, version: snapshot.version + 1 });
  });
});
