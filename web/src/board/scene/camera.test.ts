import { Vector4 } from "three";
import { expect, it } from "vitest";
import { planOf } from "../drawings";
import { sampleSystem } from "../sample";
import { Eye } from "./camera";
import { View } from "./view";
import { holding } from "./wood";

const [WIDE, HIGH] = [344, 538];
const plan = planOf(sampleSystem("four"), "south", "tall");
const own = plan.cells.filter(({ territory }) => territory === "south");

/** Where the middles of the own points are in the picture. */
function seen(isNear: boolean) {
  const eye = new Eye();
  eye.hold(...holding(plan));
  eye.resize(WIDE, HIGH);
  eye.go("top", 0, false, isNear);
  const { camera } = eye;
  const view = new View(camera.projectionMatrix.clone().multiply(camera.matrixWorldInverse), WIDE, HIGH);
  return view.project(own.map(({ cx, cy }) => new Vector4(cx - plan.width / 2, 0, cy - plan.height / 2, 1)));
}

function wideOf(points: ReturnType<typeof seen>): number {
  const across = points.map(([x]) => x);
  return (Math.max(...across) - Math.min(...across)) / 4;
}

it("shows the own arm, all of it, as large as fingers need", () => {
  expect(wideOf(seen(false))).toBeLessThan(20);
  const near = seen(true);
  expect(wideOf(near)).toBeGreaterThan(40);
  for (const [x, y] of near) {
    expect(x > 0 && x < WIDE && y > 0 && y < HIGH).toBe(true);
  }
});
