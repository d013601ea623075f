import { PerspectiveCamera, Vector3 } from "three";
import { NEAR } from "../frame";
import { ease } from "../motion";
import type { Viewpoint } from "../props";

interface Look {
  /** Round the board; 0: from the near side. */
  azimuth: number;
  /** From straight above. */
  polar: number;
  zoom: number;
  x: number;
  z: number;
}

const TURN_MS = 420;

/** A camera that always holds the whole board at zoom 1, from wherever it looks. */
export class Eye {
  readonly camera = new PerspectiveCamera(28, 1, 1, 100);
  private now: Look = { azimuth: 0, polar: 0.7, zoom: 1, x: 0, z: 0 };
  private from: Look | null = null;
  private to: Look | null = null;
  private started = 0;
  private viewpoint: Viewpoint = "slanted";
  /** By hand, or on the way. */
  private turned = false;
  private corners: Vector3[] = [];

  /** How far the board reaches on the ground from its middle, and how high things stand on it. */
  hold(halfWidth: number, far: number, near: number, high: number): void {
    this.corners = [];
    for (const x of [-halfWidth, halfWidth]) {
      for (const z of [-far, near]) {
        this.corners.push(new Vector3(x, -0.66, z), new Vector3(x * 0.93, high, z * 0.93));
      }
    }
  }

  resize(width: number, height: number): void {
    this.camera.aspect = width / Math.max(1, height);
    if (!this.turned) this.now.polar = this.polarOf(this.viewpoint);
    if (this.to) this.to.polar = this.polarOf(this.viewpoint);
    this.aim();
  }

  /** `isNear`: to the middle of the near edge, else to all of the board. */
  go(viewpoint: Viewpoint, at: number, smooth: boolean, isNear = false): void {
    this.viewpoint = viewpoint;
    this.turned = smooth || isNear;
    const [zoom, z] = isNear ? [NEAR, (this.corners.at(-1)?.z ?? 0) * (1 - 1 / NEAR)] : [1, 0];
    const to: Look = { azimuth: 0, polar: this.polarOf(viewpoint), zoom, x: 0, z };
    if (!smooth) {
      this.now = to;
      this.from = this.to = null;
      this.aim();
      return;
    }
    const full = 2 * Math.PI;
    this.now.azimuth = ((((this.now.azimuth + Math.PI) % full) + full) % full) - Math.PI;
    this.from = { ...this.now };
    this.to = to;
    this.started = at;
  }

  /** A tall window looks steeper, so that the board fills it. */
  private polarOf(viewpoint: Viewpoint): number {
    if (viewpoint === "top") return 0.0001;
    return Math.min(0.62, Math.max(0.5, 0.5 + (this.camera.aspect - 0.6) * 0.3));
  }

  /** Answers whether it is still on its way. */
  step(at: number): boolean {
    if (!this.from || !this.to) return false;
    const part = Math.min(1, (at - this.started) / TURN_MS);
    const t = ease(part);
    for (const name of ["azimuth", "polar", "zoom", "x", "z"] as const) {
      this.now[name] = this.from[name] + (this.to[name] - this.from[name]) * t;
    }
    if (part === 1) {
      this.from = this.to = null;
      this.turned = this.now.zoom !== 1;
    }
    this.aim();
    return part < 1;
  }

  orbit(dx: number, dy: number): void {
    this.from = this.to = null;
    this.turned = true;
    this.now.azimuth -= dx;
    this.now.polar = Math.min(1.35, Math.max(0.0001, this.now.polar - dy));
    this.aim();
  }

  /** Zooms so that the ground point under the pointer stays there. */
  zoom(factor: number, grounded: () => Vector3 | null): void {
    this.from = this.to = null;
    this.turned = true;
    const before = grounded();
    this.now.zoom = Math.min(3.2, Math.max(0.75, this.now.zoom * factor));
    this.aim();
    const after = grounded();
    if (before && after) this.pan(before.x - after.x, before.z - after.z);
  }

  pan(x: number, z: number): void {
    const reach = Math.max(0, 1 - 1 / this.now.zoom);
    const [halfWidth, halfHeight] = [this.corners[this.corners.length - 1]?.x ?? 0, this.corners.at(-1)?.z ?? 0];
    this.now.x = Math.min(halfWidth * reach, Math.max(-halfWidth * reach, this.now.x + x));
    this.now.z = Math.min(halfHeight * reach, Math.max(-halfHeight * reach, this.now.z + z));
    this.aim();
  }

  private aim(): void {
    const { azimuth, polar, zoom, x, z } = this.now;
    const back = new Vector3(Math.sin(polar) * Math.sin(azimuth), Math.cos(polar), Math.sin(polar) * Math.cos(azimuth));
    const right = new Vector3(Math.cos(azimuth), 0, -Math.sin(azimuth));
    const up = new Vector3().crossVectors(back, right);
    const tall = Math.tan((this.camera.fov * Math.PI) / 360);
    const wide = tall * this.camera.aspect;
    let across = 0;
    for (const corner of this.corners) across = Math.max(across, Math.abs(corner.dot(right)) / wide + corner.dot(back));
    const need = (shift: number, sign: 1 | -1) =>
      Math.max(...this.corners.map((corner) => (sign * (corner.dot(up) - shift)) / tall + corner.dot(back)));
    let [low, high] = [-8, 8];
    for (let round = 0; round < 24; round++) {
      const middle = (low + high) / 2;
      if (need(middle, 1) > need(middle, -1)) low = middle;
      else high = middle;
    }
    const distance = (Math.max(across, need(low, 1), need(low, -1)) * 1.015) / zoom;
    const target = new Vector3(x, 0, z).addScaledVector(up, low / zoom);
    this.camera.position.copy(target).addScaledVector(back, distance);
    this.camera.up.copy(up);
    this.camera.lookAt(target);
    const reach = Math.max(...this.corners.map((corner) => corner.length())) + 4;
    this.camera.near = Math.max(0.5, distance - reach);
    this.camera.far = distance + reach;
    this.camera.updateProjectionMatrix();
    this.camera.updateMatrixWorld();
  }
}
