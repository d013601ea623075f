import { Mesh, MeshBasicMaterial, type Quaternion, Vector3 } from "three";
import { ease, GOING, key, PLY_MS, type PlyMotion } from "../motion";
import type { Man } from "./pieces";
import { Solid } from "./solid";

/** One ply being shown. Its length and its flash are the same for every result. */
export class Act {
  readonly burst: Mesh | null;
  private readonly short: Vector3;

  constructor(
    readonly ply: PlyMotion,
    private readonly started: number,
    private readonly mover: Man | undefined,
    /** What leaves the board with this ply. */
    readonly leaving: readonly Man[],
    private readonly from: Vector3,
    private readonly to: Vector3,
  ) {
    const way = new Vector3().subVectors(to, from).setY(0);
    this.short = new Vector3().copy(to).addScaledVector(way.normalize(), ply.battle ? -0.5 : 0);
    this.burst = ply.battle ? flash() : null;
    this.burst?.position.set(to.x, 0.5, to.z);
  }

  /** Answers whether it goes on. */
  step(at: number, facing: Quaternion): boolean {
    const part = Math.min(1, (at - this.started) / PLY_MS);
    const going = ease(Math.min(1, part / GOING));
    const after = Math.max(0, (part - GOING) / (1 - GOING));
    const { mover } = this;
    const moverLeaves = mover !== undefined && this.leaving.includes(mover);
    if (mover) {
      const place = new Vector3().lerpVectors(this.from, this.short, going);
      if (after > 0 && !moverLeaves) place.lerp(this.to, ease(after));
      place.y += Math.sin(Math.PI * going) * 0.32;
      mover.group.position.copy(place);
    }
    for (const man of this.leaving) {
      const left = 1 - ease(after);
      man.group.scale.setScalar(Math.max(0.001, left));
      if (man !== mover) man.group.position.y = 0;
    }
    if (this.burst) {
      const glow = after === 0 ? 0 : Math.sin(Math.PI * Math.min(1, after * 1.05));
      this.burst.visible = glow > 0.01;
      this.burst.scale.setScalar(0.35 + 0.75 * after);
      this.burst.quaternion.copy(facing);
      (this.burst.material as MeshBasicMaterial).opacity = Math.max(0, glow) * 0.92;
    }
    return part < 1;
  }

  isOf(man: Man): boolean {
    return key(this.ply.mover) === key(man.piece);
  }

  dispose(): void {
    this.burst?.geometry.dispose();
    (this.burst?.material as MeshBasicMaterial | undefined)?.dispose();
  }
}

function flash(): Mesh {
  const solid = new Solid();
  const count = 18;
  const at = (index: number) => {
    const radius = index % 2 === 0 ? 0.78 : 0.36;
    const angle = (index * 2 * Math.PI) / count;
    return [Math.cos(angle) * radius, Math.sin(angle) * radius, 0] as const;
  };
  for (let index = 0; index < count; index++) solid.face([[0, 0, 0], at(index), at(index + 1)]);
  const mesh = new Mesh(
    solid.build(),
    new MeshBasicMaterial({ color: "#ffd95a", transparent: true, opacity: 0, depthTest: false, depthWrite: false }),
  );
  mesh.renderOrder = 5;
  mesh.visible = false;
  return mesh;
}
