/** Which part of the picture is to be drawn anew: without a graphics card that is most of the time it takes. */

import { type Matrix4, Mesh, type Object3D, Vector4 } from "three";
import { type Area, around, join, NOWHERE } from "./area";
import { cornersOf, type View } from "./view";

interface Trace {
  look: string;
  /** null: not in one piece before the viewer. */
  area: Area | null;
}

/** Soft edges of shadows, and the rounding to dots. */
const ROUND = 8;
/** The deepest a shadow falls: on the water. */
const DEEP = 0.25;

export class Damage {
  private view: View | null = null;
  private before: ReadonlyMap<Mesh, Trace> = new Map();

  /** `sun`: where the light comes from, seen from the board. */
  constructor(private readonly sun: { x: number; y: number; z: number }) {}

  /** The next picture is drawn as a whole. */
  all(): void {
    this.view = null;
  }

  /**
   * What changed since the last call by `things` that are new, gone, moved, or made of other stuff: where they and
   * their shadows were and are. null: all of the picture.
   */
  area(view: View, things: readonly Mesh[]): Area | null {
    const now = new Map(things.map((thing) => [thing, this.trace(view, thing)]));
    const { before } = this;
    const isSame = view.equals(this.view);
    this.before = now;
    this.view = view;
    if (!isSame) return null;
    const changed: Trace[] = [];
    for (const [thing, trace] of now) {
      const old = before.get(thing);
      if (old?.look !== trace.look) changed.push(...(old ? [old, trace] : [trace]));
    }
    for (const [thing, trace] of before) if (!now.has(thing)) changed.push(trace);
    const areas = changed.flatMap(({ area }) => (area ? [area] : []));
    return areas.length < changed.length ? null : areas.reduce(join, NOWHERE);
  }

  private trace(view: View, thing: Mesh): Trace {
    const { matrixWorld, material } = thing;
    const stuff = [material].flat().map((one) => `${one.id} ${one.opacity}`);
    const look = [...matrixWorld.elements, ...stuff].join();
    const old = this.before.get(thing);
    if (old?.look === look && view.equals(this.view)) return old;
    const points = view.project(this.withShadow(cornersOf(thing.geometry), matrixWorld));
    return { look, area: points.length > 0 ? around(points, ROUND) : null };
  }

  private withShadow(corners: readonly Vector4[], world: Matrix4): Vector4[] {
    const { x, y, z } = this.sun;
    return corners.flatMap((corner) => {
      const at = corner.clone().applyMatrix4(world);
      const fall = (at.y + DEEP) / y;
      return [at, new Vector4(at.x - x * fall, -DEEP, at.z - z * fall)];
    });
  }
}

/** The pieces of a group, each the only mesh of a group of its own. */
export function meshesOf(men: Object3D): Mesh[] {
  return men.children.flatMap(({ children: [mesh] }) => (mesh instanceof Mesh ? [mesh] : []));
}
