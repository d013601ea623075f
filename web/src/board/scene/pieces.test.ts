import { Group, MeshStandardMaterial } from "three";
import { expect, test } from "vitest";
import type { Piece, System } from "../../game/types";
import { planOf } from "../drawings";
import fixture from "../gunjin.fixture.json";
import type { BoardProps } from "../props";
import type { Face } from "./paint";
import { Men } from "./pieces";

const system = fixture as unknown as System;

/** The faces that the pieces ask for. */
function facesOf(pieces: readonly Piece[], showMoved: boolean): Face[] {
  const asked: Face[] = [];
  const faces = {
    begin: () => undefined,
    get: (face: Face) => {
      asked.push(face);
      return new MeshStandardMaterial();
    },
    prune: () => undefined,
  };
  const props: BoardProps = {
    system,
    pieces,
    near: "first",
    viewer: "first",
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
  const men = new Men(new Group(), faces);
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
