import { Group, MeshStandardMaterial, Quaternion } from "three";
import { expect, test } from "vitest";
import type { Piece, System } from "../../game/types";
import { planOf } from "../drawings";
import { plyBetween } from "../motion";
import type { BoardProps } from "../props";
import { sampleSystem } from "../sample";
import { Act } from "./act";
import type { Face } from "./face";
import { Men } from "./pieces";

const system = sampleSystem("gunjin");

function facesFor(asked: Face[]) {
  return {
    begin: () => undefined,
    get: (face: Face) => {
      asked.push(face);
      return new MeshStandardMaterial();
    },
    prune: () => undefined,
  };
}

function propsOf(system: System, pieces: readonly Piece[], showMoved: boolean): BoardProps {
  return {
    system,
    pieces,
    near: system.sides[0] ?? null,
    viewer: system.sides[0] ?? null,
    selected: null,
    targets: [],
    last: null,
    guesses: {},
    kindName: (kind) => kind,
    face: (kind) => kind,
    label: (square) => square,
    disabled: false,
    showMoved,
    onSquare: () => undefined,
  };
}

/** The faces that the pieces ask for. */
function facesOf(pieces: readonly Piece[], showMoved: boolean): Face[] {
  const asked: Face[] = [];
  const props = propsOf(system, pieces, showMoved);
  const men = new Men(new Group(), facesFor(asked));
  men.set(props, planOf(system, "first"), 0);
  men.dress(props, false, []);
  men.dispose();
  return asked;
}

test("hidden pieces that have moved are marked on both faces, only where it is wanted", () => {
  const piece = (square: string, kind: string | null, moved: boolean): Piece => ({
    square,
    origin: square,
    side: kind === null ? "second" : "first",
    kind,
    moved,
  });
  const pieces = [piece("a1", "plane", true), piece("a8", null, true), piece("b8", null, false)];
  const marks = (showMoved: boolean) => facesOf(pieces, showMoved).map((face) => face.moved);
  expect(marks(true)).toEqual([false, false, true, true, false, false]);
  expect(marks(false)).not.toContain(true);
});

test("a piece faces its owner, and the viewer once its face is known", () => {
  const four = sampleSystem("four");
  const men = new Men(new Group(), facesFor([]));
  const looks = (kind: string | null, laid: number) => {
    const pieces = four.sides.map((side, index) => piece(["Sa1", "Ea1", "Na1", "Wa1"][index] ?? "", side, kind));
    men.set(propsOf(four, pieces, false), planOf(four, "south"), laid);
    return pieces.map(({ origin }) => men.byKey.get(origin)?.group.rotation.y ?? Number.NaN);
  };
  const [own, east, opposite, west] = looks(null, 0);
  expect([own, opposite]).toEqual([0, Math.PI]);
  expect(east).toBeGreaterThan(Math.PI / 2);
  expect(west).toBeCloseTo(-(east ?? 0));
  expect(looks("mine", 0)).toEqual([0, 0, 0, 0]);
  for (const turn of looks(null, 1)) expect(turn).toBeCloseTo(0);
  men.dispose();
});

test("what nobody knows lies on its face, and is turned up in the same way whatever it is", () => {
  const flip = sampleSystem("flip");
  const plan = planOf(flip, "first");
  const seen = ["flag", "mine", "engineer"].map((kind) => {
    const men = new Men(new Group(), facesFor([]));
    men.set(propsOf(flip, [piece("a1", null, null)], false), plan, 0);
    const old = men.byKey.get("a1");
    if (!old) throw new Error("no piece");
    expect(old.mesh.rotation.x).toBeLessThan(-1.4);
    expect(men.set(propsOf(flip, [piece("a1", "second", kind)], false), plan, 0, "a1")).toEqual([old]);
    const now = men.byKey.get("a1") ?? old;
    const ply = plyBetween([old.piece], [now.piece], ["a1", "a1"]);
    if (!ply) throw new Error("no ply");
    const act = new Act(ply, 0, { mover: now, leaving: [old], turned: { old, now, lies: false }, way: [] });
    const steps = [0, 100, 300, 500, 620].map((at) => {
      const goesOn = act.step(at, new Quaternion());
      return [goesOn, now.group.visible, ...now.group.rotation.toArray().slice(0, 3), old.group.rotation.z];
    });
    act.finish();
    expect([now.group.visible, now.group.rotation.y]).toEqual([true, 0]);
    expect(act.burst).toBeNull();
    men.dispose();
    return steps;
  });
  expect(seen[1]).toEqual(seen[0]);
  expect(seen[2]).toEqual(seen[0]);
});

function piece(square: string, side: string | null, kind: string | null): Piece {
  return { square, origin: square, side, kind, moved: false };
}
