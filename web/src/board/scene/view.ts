import { type BufferGeometry, Matrix4, Vector4 } from "three";
import type { Point } from "./hull";

/** From where a picture was drawn, and how large, in CSS pixels. */
export class View {
  constructor(
    readonly matrix: Matrix4,
    readonly width: number,
    readonly height: number,
  ) {}

  equals(other: View | null): boolean {
    return other?.width === this.width && other.height === this.height && other.matrix.equals(this.matrix);
  }

  /** Where corners are in the picture; none when one is behind the viewer, for then they are beside it. */
  project(corners: readonly Vector4[], world: Matrix4 | null = null): readonly Point[] {
    const matrix = world ? new Matrix4().multiplyMatrices(this.matrix, world) : this.matrix;
    const points: Point[] = [];
    for (const corner of corners) {
      const at = corner.clone().applyMatrix4(matrix);
      if (at.w <= 0) return [];
      points.push([((at.x / at.w + 1) * this.width) / 2, ((1 - at.y / at.w) * this.height) / 2]);
    }
    return points;
  }

  /** How far away a thing at the origin of `world` is. */
  distance(world: Matrix4): number {
    return new Vector4().applyMatrix4(world).applyMatrix4(this.matrix).w;
  }
}

export function verticesOf(geometry: BufferGeometry): Vector4[] {
  const position = geometry.getAttribute("position");
  return Array.from(
    { length: position.count },
    (_, index) => new Vector4(position.getX(index), position.getY(index), position.getZ(index)),
  );
}

const known = new WeakMap<BufferGeometry, readonly Vector4[]>();

/** Every corner once. */
export function cornersOf(geometry: BufferGeometry): readonly Vector4[] {
  const there = known.get(geometry);
  if (there) return there;
  const corners = [...new Map(verticesOf(geometry).map((vertex) => [vertex.toArray().join(), vertex])).values()];
  known.set(geometry, corners);
  return corners;
}
