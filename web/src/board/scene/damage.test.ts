import { BoxGeometry, Matrix4, Mesh, MeshBasicMaterial, PerspectiveCamera, Vector4 } from "three";
import { expect, test } from "vitest";
import { isEmpty } from "./area";
import { Damage } from "./damage";
import { View } from "./view";

const shape = new BoxGeometry(1, 1, 1);
const SUN = { x: -4, y: 12, z: 6 };

function view(height = 20): View {
  const camera = new PerspectiveCamera(28, 2, 1, 100);
  camera.position.set(0, height, 0);
  camera.up.set(0, 0, -1);
  camera.lookAt(0, 0, 0);
  camera.updateMatrixWorld();
  return new View(new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse), 800, 400);
}

function at(x: number, z: number): Mesh {
  const mesh = new Mesh(shape, new MeshBasicMaterial());
  return move(mesh, x, z);
}

function move(mesh: Mesh, x: number, z: number): Mesh {
  mesh.position.set(x, 0.5, z);
  mesh.updateMatrixWorld();
  return mesh;
}

test("the first picture, one from elsewhere, and one asked for are drawn as a whole", () => {
  const damage = new Damage(SUN);
  const things = [at(0, 0)];
  expect(damage.area(view(), things)).toBeNull();
  expect(damage.area(view(21), things)).toBeNull();
  damage.all();
  expect(damage.area(view(21), things)).toBeNull();
});

test("nothing changed: there is nothing to draw", () => {
  const damage = new Damage(SUN);
  const things = [at(0, 0), at(3, 1)];
  damage.area(view(), things);
  const area = damage.area(view(), things);
  expect(area && isEmpty(area)).toBe(true);
});

test("what moved is drawn anew where it was and where it is, and no more", () => {
  const damage = new Damage(SUN);
  const [mover, other] = [at(-2, 0), at(4, 0)];
  damage.area(view(), [mover, other]);
  move(mover, 1, 0);
  const area = damage.area(view(), [mover, other]);
  const [from, to, far] = view().project([-2, 1, 4].map((x) => at(x, 0).matrixWorld).map((world) => origin(world)));
  expect(area?.left).toBeLessThan(from?.[0] ?? 0);
  expect(area?.right).toBeGreaterThan(to?.[0] ?? 0);
  expect(area?.right).toBeLessThan(far?.[0] ?? 0);
});

test("the shadow belongs to it: it falls away from the sun", () => {
  const damage = new Damage(SUN);
  damage.area(view(), []);
  const area = damage.area(view(), [at(0, 0)]);
  if (!area) throw new Error("all of the picture");
  expect(area.right - 400).toBeGreaterThan(400 - area.left);
  expect(200 - area.top).toBeGreaterThan(area.bottom - 200);
});

test("new stuff, and leaving, are changes where it stands", () => {
  const damage = new Damage(SUN);
  const [one, two] = [at(-3, 0), at(3, 0)];
  damage.area(view(), [one, two]);
  one.material = new MeshBasicMaterial();
  const dressed = damage.area(view(), [one, two]);
  expect(dressed?.right).toBeLessThan(400);
  const left = damage.area(view(), [one]);
  expect(left?.left).toBeGreaterThan(400);
});

function origin(world: Matrix4) {
  return new Vector4().applyMatrix4(world);
}
