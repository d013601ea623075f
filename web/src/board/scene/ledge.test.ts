/** The names at the far edge are read past the pieces that stand before them. */

import { Group, MeshStandardMaterial, Vector4 } from "three";
import { describe, expect, it } from "vitest";
import type { Piece, System } from "../../game/types";
import { planOf } from "../drawings";
import type { BoardProps } from "../props";
import { sampleSystem } from "../sample";
import { Eye } from "./camera";
import { Men } from "./pieces";
import { cornersOf, View } from "./view";
import { holding, solidLabels } from "./wood";

const BOARDS = ["gunjin", "dark"] as const;
/** Width to height, from a phone held upright to a wide desktop. */
const WINDOWS = [0.55, 0.7, 1, 1.5, 2.2];

function lookAt(board: (typeof BOARDS)[number], aspect: number) {
  const system = sampleSystem(board);
  const plan = planOf(system, null, "tall", null);
  const eye = new Eye();
  eye.hold(...holding(plan));
  eye.resize(600 * aspect, 600);
  eye.go("slanted", 0, false);
  const { camera } = eye;
  const matrix = camera.projectionMatrix.clone().multiply(camera.matrixWorldInverse);
  return { system, plan, view: new View(matrix, 600 * aspect, 600) };
}

/** A piece of the far side on each square of its last row; of a known kind when the match is over. */
function farRow(system: System, plan: ReturnType<typeof lookAt>["plan"], kind: string | null): Piece[] {
  const side = system.sides[1] ?? "";
  return (plan.rows[0] ?? []).map(({ name }) => ({ square: name, side, origin: name, moved: false, kind }));
}

describe.each(BOARDS)("on the board of %s", (board) => {
  it.each(WINDOWS)("names stand behind the far row in a window %s times as wide as high", (aspect) => {
    const { system, plan, view } = lookAt(board, aspect);
    for (const kind of [null, system.kinds[0]?.key ?? ""]) {
      const group = new Group();
      const faces = { begin() {}, get: () => new MeshStandardMaterial(), prune() {} };
      const men = new Men(group, faces);
      const props = { system, pieces: farRow(system, plan, kind), viewer: "first" } as unknown as BoardProps;
      men.set(props, plan, 0);
      group.updateMatrixWorld(true);
      const heads = [...men.byKey.values()].flatMap(({ mesh }) =>
        view.project(cornersOf(mesh.geometry), mesh.matrixWorld).map(([, y]) => y),
      );
      const foots = solidLabels(plan)
        .filter(({ y }) => y < 0)
        .map(({ x, y }) => new Vector4(x - plan.width / 2, 0, y + 0.4 * plan.labelSize - plan.height / 2, 1));
      const names = view.project(foots).map(([, y]) => y);
      expect(names.length).toBeGreaterThan(3);
      expect(heads.length).toBeGreaterThan(20);
      expect(Math.max(...names)).toBeLessThan(Math.min(...heads));
    }
  });
});
