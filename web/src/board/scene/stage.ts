import {
  DirectionalLight,
  Group,
  HemisphereLight,
  type Material,
  Matrix4,
  type Mesh,
  PCFShadowMap,
  Plane,
  Raycaster,
  Scene,
  Vector2,
  Vector3,
  WebGLRenderer,
} from "three";
import type { Square } from "../../game/types";
import { type Plan, squareAt } from "../geometry";
import { openGraphics } from "../webgl";
import { isEmpty } from "./area";
import { Eye } from "./camera";
import { Damage, meshesOf } from "./damage";
import { done } from "./fence";
import { ground } from "./ground";
import { Overlay } from "./overlay";
import { View } from "./view";
import { holding } from "./wood";

/** What three.js switches on when it starts. */
const EXTENSIONS = [
  "EXT_color_buffer_float",
  "WEBGL_clip_cull_distance",
  "OES_texture_float_linear",
  "EXT_color_buffer_half_float",
] as const;

/** A renderer for `host`, when its graphics are there: asked sooner, they would hold up the page. */
export async function openRenderer(host: HTMLElement): Promise<WebGLRenderer> {
  const context = openGraphics();
  if (!context) throw new Error("no WebGL");
  const canvas = context.canvas as HTMLCanvasElement;
  await done(context);
  // why: the page waits for the graphics at each, and all in a row is a quarter of a second on a weak device
  for (const name of EXTENSIONS) {
    context.getExtension(name);
    await done(context);
  }
  const renderer = new WebGLRenderer({ canvas, context });
  // why: to ask for errors is to wait until every shader is compiled, and these are the library's own
  renderer.debug.checkShaderErrors = false;
  renderer.setDrawingBufferSize(host.clientWidth, host.clientHeight, fullRatio());
  return renderer;
}

function fullRatio(): number {
  return Math.min(2, globalThis.devicePixelRatio || 1);
}

/** Renderer, light, camera and the board itself: all but what stands on it. */
export class Stage {
  readonly scene = new Scene();
  readonly eye = new Eye();
  readonly overlay: Overlay;
  /** What stands on the board. */
  readonly men = new Group();
  private readonly damage: Damage | null;
  private drawnFrom: View | null = null;
  private readonly sun = new DirectionalLight("#fff1dc", 2.1);
  private readonly ray = new Raycaster();
  private readonly floor = new Plane(new Vector3(0, 1, 0), 0);
  /** That all is fitted to, in CSS pixels. */
  private readonly size = new Vector2();
  private board: Mesh[] = [];

  constructor(
    readonly host: HTMLElement,
    private readonly renderer: WebGLRenderer,
  ) {
    const { scene, sun } = this;
    renderer.shadowMap.enabled = true;
    renderer.shadowMap.type = PCFShadowMap;
    renderer.shadowMap.autoUpdate = false;
    host.append(renderer.domElement);
    this.overlay = new Overlay(host);
    const fill = new DirectionalLight("#ffffff", 1.1);
    fill.position.set(2, 3.5, 10);
    sun.position.set(-4, 12, 6);
    scene.add(new HemisphereLight("#ffffff", "#a08058", 1.3), sun, sun.target, fill, this.men);
    this.damage = renderer.getContext().getContextAttributes()?.preserveDrawingBuffer ? new Damage(sun.position) : null;
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
    this.damage?.all();
    this.board = ground(plan);
    if (this.board.length > 0) this.scene.add(...this.board);
    const [wide, far, near, high] = holding(plan);
    this.eye.hold(wide, far, near, high);
    const reach = Math.hypot(wide, far);
    const { camera } = this.sun.shadow;
    camera.left = camera.bottom = -reach;
    camera.right = camera.top = reach;
    camera.near = 2;
    camera.far = 30;
    camera.updateProjectionMatrix();
  }

  /** Fits the canvas to its place, and empties it; answers whether it did not fit before. */
  resize(): boolean {
    const size = new Vector2(this.host.clientWidth, this.host.clientHeight);
    if (size.x === 0 || size.y === 0 || size.equals(this.size)) return false;
    this.size.copy(size);
    if (!size.equals(this.renderer.getSize(new Vector2()))) this.renderer.setSize(size.x, size.y, false);
    this.damage?.all();
    this.overlay.resize(fullRatio());
    this.eye.resize(size.x, size.y);
    return true;
  }

  /** Prepares what the first picture needs; the page's own work goes on meanwhile. */
  async compile(): Promise<void> {
    const { renderer, scene, men } = this;
    await renderer.compileAsync(scene, this.eye.camera);
    await this.drawn();
    // The board alone is half of the first picture's work.
    men.visible = false;
    renderer.render(scene, this.eye.camera);
    men.visible = true;
    this.shadowsChanged();
  }

  /** Does the viewer look from elsewhere than at the last picture? */
  isTurned(): boolean {
    return !this.view().equals(this.drawnFrom);
  }

  /** Draws what changed, at a part of the full resolution, across. */
  render(part: number, burst: Mesh | null): void {
    const { renderer, scene, overlay } = this;
    const ratio = fullRatio() * part;
    if (renderer.getPixelRatio() !== ratio) {
      renderer.setPixelRatio(ratio);
      this.damage?.all();
    }
    scene.updateMatrixWorld();
    const view = this.view();
    const men = meshesOf(this.men);
    const area = this.damage?.area(view, burst ? [...men, burst] : men) ?? null;
    if (area && isEmpty(area)) return;
    if (area) {
      renderer.setScissor(area.left, view.height - area.bottom, area.right - area.left, area.bottom - area.top);
    }
    renderer.setScissorTest(area !== null);
    renderer.render(scene, this.eye.camera);
    this.drawnFrom = view;
    overlay.follow(view, men, burst);
  }

  /** When all that was asked of the graphics so far is done; waits beside the page's own work. */
  drawn(): Promise<void> {
    return done(this.renderer.getContext() as WebGL2RenderingContext);
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
  squareAt(x: number, y: number, plan: Plan): Square | null {
    this.cast(x, y);
    const hit = this.ray.intersectObject(this.men, true)[0]?.object.userData.square;
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
    this.overlay.dispose();
  }

  private view(): View {
    const { camera } = this.eye;
    const matrix = new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
    return new View(matrix, this.size.x, this.size.y);
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
