import {
  DirectionalLight,
  HemisphereLight,
  type Material,
  type Mesh,
  type Object3D,
  PCFShadowMap,
  Plane,
  Raycaster,
  Scene,
  Vector2,
  Vector3,
  WebGLRenderer,
} from "three";
import type { Square } from "../../game/types";
import { MARGIN, type Plan, squareAt } from "../geometry";
import { Eye } from "./camera";
import { ground } from "./ground";

/** Renderer, light, camera and the board itself: all but what stands on it. */
export class Stage {
  readonly renderer = new WebGLRenderer({ antialias: true, alpha: true });
  readonly scene = new Scene();
  readonly eye = new Eye();
  private readonly sun = new DirectionalLight("#fff1dc", 2.1);
  private readonly ray = new Raycaster();
  private readonly floor = new Plane(new Vector3(0, 1, 0), 0);
  private board: Mesh[] = [];

  constructor(readonly host: HTMLElement) {
    const { renderer, scene, sun } = this;
    renderer.setPixelRatio(Math.min(2, globalThis.devicePixelRatio || 1));
    renderer.shadowMap.enabled = true;
    renderer.shadowMap.type = PCFShadowMap;
    renderer.shadowMap.autoUpdate = false;
    host.append(renderer.domElement);
    const fill = new DirectionalLight("#ffffff", 1.1);
    fill.position.set(2, 3.5, 10);
    scene.add(new HemisphereLight("#ffffff", "#a08058", 1.3), sun, sun.target, fill);
    sun.position.set(-4, 12, 6);
    sun.castShadow = true;
    sun.shadow.mapSize.set(1024, 1024);
    sun.shadow.bias = -0.0006;
    sun.shadow.normalBias = 0.02;
    sun.shadow.radius = 3;
  }

  get canvas(): HTMLCanvasElement {
    return this.renderer.domElement;
  }

  build(plan: Plan): void {
    this.strip();
    this.board = ground(plan);
    if (this.board.length > 0) this.scene.add(...this.board);
    const [wide, deep] = [plan.width / 2 + MARGIN + 0.15, plan.height / 2 + MARGIN + 0.15];
    this.eye.hold(wide, deep, 0.95);
    const reach = Math.hypot(wide, deep);
    const { camera } = this.sun.shadow;
    camera.left = camera.bottom = -reach;
    camera.right = camera.top = reach;
    camera.near = 2;
    camera.far = 30;
    camera.updateProjectionMatrix();
  }

  resize(): void {
    const { clientWidth: width, clientHeight: height } = this.host;
    if (width === 0 || height === 0) return;
    this.renderer.setSize(width, height, false);
    this.eye.resize(width, height);
  }

  render(): void {
    this.renderer.render(this.scene, this.eye.camera);
  }

  shadowsChanged(): void {
    this.renderer.shadowMap.needsUpdate = true;
  }

  /** Where the ground is under a point of the page. */
  grounded(x: number, y: number): Vector3 | null {
    this.cast(x, y);
    return this.ray.ray.intersectPlane(this.floor, new Vector3());
  }

  /** The square pointed at: of a piece in the way, or of the ground. */
  squareAt(x: number, y: number, plan: Plan, men: Object3D): Square | null {
    this.cast(x, y);
    const hit = this.ray.intersectObject(men, true)[0]?.object.userData.square;
    if (typeof hit === "string") return hit;
    const point = this.ray.ray.intersectPlane(this.floor, new Vector3());
    return point ? squareAt(plan, point.x + plan.width / 2, point.z + plan.height / 2) : null;
  }

  dispose(): void {
    this.strip();
    this.scene.clear();
    this.sun.dispose();
    this.renderer.dispose();
    this.renderer.forceContextLoss();
    this.canvas.remove();
  }

  private cast(x: number, y: number): void {
    const box = this.canvas.getBoundingClientRect();
    const point = new Vector2(((x - box.left) / box.width) * 2 - 1, 1 - ((y - box.top) / box.height) * 2);
    this.ray.setFromCamera(point, this.eye.camera);
  }

  private strip(): void {
    for (const mesh of this.board) {
      this.scene.remove(mesh);
      mesh.geometry.dispose();
      for (const material of [mesh.material].flat()) discard(material);
    }
    this.board = [];
  }
}

function discard(material: Material): void {
  if ("map" in material) (material.map as { dispose(): void } | null)?.dispose();
  material.dispose();
}
