import { describe, expect, it } from "vitest";
import { fixture, fixtures, seenBy } from "./fixtures";
import { asRecord, replay } from "./replay";

const CASES = fixtures().flatMap(({ name, record }) => (record ? [name] : []));

describe.each(CASES)("%s", (name) => {
  const told = fixture(name);
  const { system, record } = told;
  const read = asRecord(record ?? {});
  if (!read) throw new Error("no record");

  it.each(system.sides)("shows what %s knew at every ply", (side) => {
    const views = replay(read, system, side);
    expect(views).toHaveLength(read.plies.length + 1);
    const running = seenBy(told, side).snapshots.filter((each) => each.phase === "playing");
    for (const { ply_count, view } of running) {
      const shown = views[ply_count];
      // the side that would have moved next is not in the record when it resigned instead
      const turn = ply_count === read.plies.length ? shown?.turn : view?.turn;
      expect({ ...shown, outcome: null }).toEqual({ ...view, turn });
    }
  });

  it("shows everything at the end as it was revealed", () => {
    const views = replay(read, system, null);
    const last = seenBy(told, "watch").snapshots.at(-1)?.view;
    expect(views.at(-1)).toEqual({ ...last, viewer: null });
    for (const view of views) expect(view.pieces.every(({ kind }) => kind !== null)).toBe(true);
  });
});

// why only these: in other games the rules show kinds before the end, a flag for one
it.each(CASES.filter((name) => fixture(name).system.key === "gunjin"))(
  "%s tells a side no kind of the other, not even at the end",
  (name) => {
    const { system, record } = fixture(name);
    const read = asRecord(record ?? {});
    const views = read ? replay(read, system, "second") : [];
    expect(views.length).toBeGreaterThan(0);
    for (const view of views) {
      expect(view.pieces.filter(({ side, kind }) => side === "first" && kind !== null)).toEqual([]);
      expect(view.removed.first?.kinds).toBeNull();
      expect(view.last?.battle?.pieces.first ?? null).toBeNull();
    }
  },
);

it("makes nothing of what one seat saw of a running match", () => {
  expect(asRecord({ format: "gyoji-seen-1" })).toBeNull();
});
