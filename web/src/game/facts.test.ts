import { describe, expect, it } from "vitest";
import { deduce, type PlyEvent } from "./facts";
import { AUDIENCES, fixture, fixtures } from "./fixtures";
import { apply, skip } from "./match";
import type { Battle, Kind, Piece, Side, Snapshot, Square, System } from "./types";

const { system } = fixture("resigned");

interface Scene {
  own: Record<Square, Kind>;
  enemy: readonly Square[];
  plies: readonly { side: Side; ply: [Square, Square]; battle?: Battle }[];
  options?: Record<string, unknown>;
}

/** Looks through the first side; `own` are its pieces, `enemy` the squares of the other's, as they began. */
function scene({ own, enemy, plies, options = {} }: Scene) {
  const piece = (side: Side, square: Square, kind: Kind | null): Piece => ({
    square,
    side,
    origin: square,
    kind,
    moved: false,
  });
  const commitments = (squares: readonly Square[]) => Object.fromEntries(squares.map((square) => [square, ""]));
  const start = {
    version: 0,
    ply_count: 0,
    audience: "first",
    options: {},
    seats: [
      { side: "first", player: null, confirmed: true, commitments: commitments(Object.keys(own)) },
      { side: "second", player: null, confirmed: true, commitments: commitments(enemy) },
    ],
    layout: { revision: 1, confirmed: true, pieces: own },
    view: {
      removed: { first: { count: 0, kinds: [] }, second: { count: 0, kinds: null } },
      pieces: [
        ...Object.entries(own).map(([square, kind]) => piece("first", square, kind)),
        ...enemy.map((square) => piece("second", square, null)),
      ],
    },
  } as unknown as Snapshot;
  const told = plies.map(
    ({ side, ply, battle }, index): PlyEvent => ({
      ...{ type: "ply", side, at: "", number: index + 1, turn: null, ply, quiet_plies: 0, battle: battle ?? null },
    }),
  );
  const end = told.reduce((state, event, index) => apply(state, event, index + 1), start);
  const described: System = { ...system, options_in_force: { ...system.options_in_force, ...options } };
  return { end, told, of: (origin: Square) => deduce(described, end, told).get(origin) };
}

function fight(square: Square, result: Battle["result"], winner: Side | null, first: Kind): Battle {
  return { square, result, winner, pieces: { first, second: null } };
}

const kindsOf = (kinds: Iterable<Kind> = []) => [...kinds].sort();
const ALL = system.kinds.map((kind) => kind.key);
const without = (...kinds: Kind[]) => ALL.filter((kind) => !kinds.includes(kind)).sort();

describe("what a move tells", () => {
  const move = (from: Square, to: Square, more: Partial<Scene> = {}) =>
    scene({ own: { a1: "spy" }, enemy: [from], plies: [{ side: "second", ply: [from, to] }], ...more }).of(from);

  it.each([
    ["one step", "c6", "c5", {}, without("mine", "flag"), "moved"],
    ["two ahead", "c7", "c5", {}, ["cavalry", "engineer", "plane", "tank"], "ranAhead"],
    ["two ahead over a bridge", "b6", "b4", {}, ["cavalry", "engineer", "plane", "tank"], "ranAhead"],
    ["three ahead", "b7", "b4", {}, ["engineer", "plane"], "ranFar"],
    ["two back", "c5", "c7", {}, ["engineer", "plane"], "ranBack"],
    ["two sideways", "c5", "e5", {}, ["engineer"], "ranSideways"],
    ["over the river beside a bridge", "c5", "c4", {}, ["plane"], "jumped"],
    ["over a piece", "c7", "c5", { enemy: ["c7", "c6"] }, ["plane"], "jumped"],
    ["out of the headquarters", "hq8", "d6", {}, ["cavalry", "engineer", "plane", "tank"], "ranAhead"],
    [
      "sideways with planes that fly sideways",
      "c5",
      "e5",
      { options: { plane_sideways: "unlimited" } },
      ["engineer", "plane"],
      "ranSideways",
    ],
    [
      "a step sideways with planes that cannot",
      "c5",
      "d5",
      { options: { plane_sideways: 0 } },
      without("mine", "flag", "plane"),
      "sidestepped",
    ],
  ] as const)("%s", (_name, from, to, more, possible, code) => {
    const told = move(from, to, more);
    expect(kindsOf(told?.possible)).toEqual([...possible].sort());
    expect(told?.facts.at(-1)?.code).toBe(code);
  });
});

describe("what a place tells", () => {
  it("keeps mines and flags off bridgeheads, flags off the back rank", () => {
    const { of } = scene({ own: {}, enemy: ["b5", "a8", "c6"], plies: [] });
    expect(kindsOf(of("b5")?.excluded.keys())).toEqual(["flag", "mine"]);
    expect(kindsOf(of("a8")?.excluded.keys())).toEqual(["flag"]);
    expect(kindsOf(of("c6")?.excluded.keys())).toEqual([]);
    expect(of("b5")?.facts).toEqual([{ code: "origin" }]);
  });
});

describe("what a battle tells", () => {
  const attacked = (kind: Kind, enemy: readonly Square[], at: Square, battle: Omit<Battle, "square" | "pieces">) =>
    scene({
      own: { b4: kind },
      enemy,
      plies: [
        { side: "first", ply: ["b4", at], battle: { ...battle, square: at, pieces: { first: kind, second: null } } },
      ],
    });

  it("excludes what my captain would have beaten", () => {
    const told = attacked("captain", ["b5"], "b5", { result: "defender", winner: "second" }).of("b5");
    expect(told?.facts).toContainEqual({ code: "beat", kind: "captain" });
    for (const weaker of ["lieutenant", "spy", "engineer", "cavalry", "captain"])
      expect(told?.possible.has(weaker)).toBe(false);
    for (const stronger of ["general", "major", "tank", "plane"]) expect(told?.possible.has(stronger)).toBe(true);
  });

  it("keeps a flag in mind that fights as the piece behind it, unless nothing is behind", () => {
    const battle = { result: "defender", winner: "second" } as const;
    expect(attacked("captain", ["c6", "c7"], "c6", battle).of("c6")?.possible.has("flag")).toBe(true);
    expect(attacked("captain", ["c6"], "c6", battle).of("c6")?.possible.has("flag")).toBe(false);
  });

  it("judges an attack on my flag by the piece behind it", () => {
    const { of } = scene({
      own: { c3: "flag", c2: "colonel" },
      enemy: ["c4"],
      plies: [{ side: "second", ply: ["c4", "c3"], battle: fight("c3", "attacker", "second", "flag") }],
    });
    expect(kindsOf(of("c4")?.possible)).toEqual(["general", "lt_general", "maj_general", "plane", "tank"]);
  });

  it("knows nothing from an attack on my flag with nothing behind", () => {
    const { of } = scene({
      own: { c3: "flag" },
      enemy: ["c4"],
      plies: [{ side: "second", ply: ["c4", "c3"], battle: fight("c3", "attacker", "second", "flag") }],
    });
    expect(kindsOf(of("c4")?.possible)).toEqual(without("mine", "flag"));
  });

  it("knows who clears a mine", () => {
    const { of } = scene({
      own: { c4: "mine" },
      enemy: ["c5"],
      plies: [{ side: "second", ply: ["c5", "c4"], battle: fight("c4", "attacker", "second", "mine") }],
    });
    expect(kindsOf(of("c5")?.possible)).toEqual(["plane"]); // an engineer does not cross the river there
  });

  it("counts equal pieces that were lost", () => {
    const { of } = scene({
      own: { b4: "general" },
      enemy: ["b5", "c6"],
      plies: [{ side: "first", ply: ["b4", "b5"], battle: fight("b5", "both", null, "general") }],
    });
    expect(of("c6")?.possible.has("general")).toBe(false);
    expect(of("c6")?.excluded.get("general")).toEqual({ code: "counts" });
  });
});

describe("with real matches", () => {
  const cases = fixtures().flatMap(({ name, record }) =>
    record ? AUDIENCES.map((audience) => [name, audience] as const) : [],
  );

  it.each(cases)("%s: what %s concludes is never wrong, and is something", (name, audience) => {
    const { system, record, audiences } = fixture(name);
    const { layouts } = record as unknown as { layouts: Record<Side, Record<Square, Kind>> };
    const { snapshots, events } = audiences[audience];
    let state = snapshots[0];
    let excluded = 0;
    const plies: PlyEvent[] = [];
    for (const { v, d } of events) {
      if (!state) throw new Error("no snapshot");
      state = d ? apply(state, d, v) : skip(state, v);
      if (d?.type !== "ply") continue;
      plies.push(d);
      for (const history of [plies, []]) {
        for (const [origin, told] of deduce(system, state, history)) {
          const side = system.squares.find((square) => square.name === origin)?.territory ?? "";
          expect(told.possible.has(layouts[side]?.[origin] ?? "")).toBe(true);
          excluded += told.excluded.size;
        }
      }
    }
    expect(excluded).toBeGreaterThan(0);
  });
});
