import { Mesh, MeshBasicMaterial, type Quaternion, Vector3 } from "three";
import type { Point } from "../geometry";
import { along, ease, GOING, key, PLY_MS, type PlyMotion } from "../motion";
import type { Man } from "./pieces";
import { Solid } from "./solid";

/** What moves in a ply, and where. */
export interface Cast {
  mover: Man | undefined;
  /** What leaves the board with this ply. */
  leaving: readonly Man[];
  /** What is turned up: as it lay, which leaves, and as it is, which stands or lies. */
  turned: { old: Man; now: Man; lies: boolean } | null;
  /** On the ground, from where to where; one place where nothing goes. */
  way: readonly Point[];
}

/** One ply being shown. Its length and its flash are the same for every result. */
export class Act {
  readonly burst: Mesh | null;

  constructor(
    readonly ply: PlyMotion,
    private readonly started: number,
    private readonly cast: Cast,
  ) {
    this.burst = ply.battle ? flash() : null;
    const [x, z] = cast.way[cast.way.length - 1] ?? [0, 0];
    this.burst?.position.set(x, 0.5, z);
  }

  get leaving(): readonly Man[] {
    return this.cast.leaving;
  }

  /** Answers whether it goes on. */
  step(at: number, facing: Quaternion): boolean {
    const part = Math.min(1, (at - this.started) / PLY_MS);
    const going = ease(Math.min(1, part / GOING));
    const after = Math.max(0, (part - GOING) / (1 - GOING));
    const { mover, turned, leaving } = this.cast;
    if (mover && this.ply.from !== this.ply.to) this.move(mover, going, after);
    for (const man of leaving) {
      if (man === turned?.old) continue;
      const left = 1 - ease(after);
      man.group.scale.setScalar(Math.max(0.001, left));
      if (man !== mover) man.group.position.y = 0;
    }
    if (turned) this.turn(turned, this.ply.from === this.ply.to ? part : after);
    if (this.burst) {
      const glow = after === 0 ? 0 : Math.sin(Math.PI * Math.min(1, after * 1.05));
      this.burst.visible = glow > 0.01;
      this.burst.scale.setScalar(0.35 + 0.75 * after);
      this.burst.quaternion.copy(facing);
      (this.burst.material as MeshBasicMaterial).opacity = Math.max(0, glow) * 0.92;
    }
    return part < 1;
  }

  /** Along its way, short of what it meets; then there, back, or nowhere. */
  private move(mover: Man, going: number, after: number): void {
    const { way, leaving } = this.cast;
    const short = this.ply.battle ? 0.5 : 0;
    const [x, z] = along(way, going, short);
    const place = new Vector3(x, 0, z);
    const [endX, endZ] = way[this.ply.stays ? 0 : way.length - 1] ?? [x, z];
    if (after > 0 && !leaving.includes(mover)) place.lerp(new Vector3(endX, 0, endZ), ease(after));
    place.y += Math.sin(Math.PI * going) * 0.32;
    mover.group.position.copy(place);
  }

  /** Until half the time what lay there, over its side, then what it is. */
  private turn({ old, now, lies }: NonNullable<Cast["turned"]>, part: number): void {
    const isOver = part >= 0.5;
    old.group.visible = !isOver;
    now.group.visible = isOver;
    old.group.rotation.z = ease(Math.min(1, part * 2)) * (Math.PI / 2);
    now.group.rotation[lies ? "z" : "y"] = (ease(Math.max(0, part * 2 - 1)) - 1) * (Math.PI / 2);
  }

  /** Leaves everything as it is after the ply. */
  finish(): void {
    const { turned } = this.cast;
    if (!turned) return;
    turned.now.group.visible = true;
    turned.now.group.rotation.set(0, 0, 0);
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
