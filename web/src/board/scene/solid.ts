import { BufferGeometry, Float32BufferAttribute } from "three";

type Point = readonly [number, number, number];

/** Collects flat faces into one geometry: boxes, polygons, frames on the ground. */
export class Solid {
  private readonly positions: number[] = [];
  private readonly normals: number[] = [];
  private readonly uvs: number[] = [];
  private readonly groups: { start: number; count: number; material: number }[] = [];

  /** A convex face, its corners anticlockwise seen from outside. */
  face(points: readonly Point[], uv: (point: Point) => readonly [number, number] = ([x, y]) => [x, y]): this {
    const [a, b, c] = points;
    if (!a || !b || !c) return this;
    const u = [b[0] - a[0], b[1] - a[1], b[2] - a[2]] as const;
    const v = [c[0] - a[0], c[1] - a[1], c[2] - a[2]] as const;
    const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]] as const;
    const length = Math.hypot(...n) || 1;
    for (let index = 1; index + 1 < points.length; index++) {
      for (const point of [a, points[index], points[index + 1]]) {
        if (!point) continue;
        this.positions.push(...point);
        this.normals.push(n[0] / length, n[1] / length, n[2] / length);
        this.uvs.push(...uv(point));
      }
    }
    return this;
  }

  /** A box round its middle, tipped round the x axis. */
  box(middle: Point, size: Point, tip = 0): this {
    const [cos, sin] = [Math.cos(tip), Math.sin(tip)];
    const at = (x: number, y: number, z: number): Point => {
      const [py, pz] = [(y * size[1]) / 2, (z * size[2]) / 2];
      return [middle[0] + (x * size[0]) / 2, middle[1] + py * cos - pz * sin, middle[2] + py * sin + pz * cos];
    };
    const p = (bits: number) => at(bits & 1 ? 1 : -1, bits & 2 ? 1 : -1, bits & 4 ? 1 : -1);
    const flat = ([x, , z]: Point) => [x, z] as const;
    const side = ([x, y, z]: Point) => [x + z, y] as const;
    this.face([p(2), p(6), p(7), p(3)], flat);
    this.face([p(0), p(1), p(5), p(4)], flat);
    this.face([p(4), p(5), p(7), p(6)], side);
    this.face([p(1), p(0), p(2), p(3)], side);
    this.face([p(5), p(1), p(3), p(7)], side);
    this.face([p(0), p(4), p(6), p(2)], side);
    return this;
  }

  /** A rectangle lying on the ground at height y. */
  slip(x0: number, z0: number, x1: number, z1: number, y: number): this {
    const uv = ([x, , z]: Point) => [(x - x0) / (x1 - x0), 1 - (z - z0) / (z1 - z0)] as const;
    return this.face(
      [
        [x0, y, z1],
        [x1, y, z1],
        [x1, y, z0],
        [x0, y, z0],
      ],
      uv,
    );
  }

  /** What was added since the last call is drawn with this material. */
  group(material: number): this {
    const last = this.groups[this.groups.length - 1];
    const start = last ? last.start + last.count : 0;
    this.groups.push({ start, count: this.positions.length / 3 - start, material });
    return this;
  }

  build(): BufferGeometry {
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new Float32BufferAttribute(this.positions, 3));
    geometry.setAttribute("normal", new Float32BufferAttribute(this.normals, 3));
    geometry.setAttribute("uv", new Float32BufferAttribute(this.uvs, 2));
    for (const { start, count, material } of this.groups) geometry.addGroup(start, count, material);
    return geometry;
  }
}
