import { type BufferGeometry, Group, type Material, Mesh, MeshStandardMaterial } from "three";
import type { Piece, Square } from "../../game/types";
import type { Cell, Plan } from "../geometry";
import { faceOf, guessOf, isMarkedMoved, type Paint, paintOf } from "../look";
import { key } from "../motion";
import { PAINTS } from "../paints";
import type { BoardProps } from "../props";
import type { Faces } from "./faces";
import { Solid } from "./solid";

const HIGH = 0.94;
const FOOT = 0.27;
const HEAD = 0.17;
const BEVEL = 0.035;
/** Half widths of the outline from the foot up: foot, shoulder, tip. */
const OUTLINE = [
  [-0.385, 0],
  [0.385, 0],
  [0.315, 0.7],
  [0, HIGH],
  [-0.315, 0.7],
] as const;
/** How far a standing piece leans back: near ones show their face, far ones must not hide their back. */
const LEAN = { near: 0.46, far: 0.06 };

/** A bevelled pentagon, thick at the foot: materials 0 sides, 1 front, 2 back. */
export function pieceShape(): BufferGeometry {
  const depth = (y: number) => (FOOT + ((HEAD - FOOT) * y) / HIGH) / 2;
  const middle = [0, HIGH * 0.45] as const;
  const inner = OUTLINE.map(([x, y]) => {
    const [dx, dy] = [x - middle[0], y - middle[1]];
    const shrink = 1 - BEVEL / Math.max(0.3, Math.hypot(dx, dy));
    return [middle[0] + dx * shrink, middle[1] + dy * shrink] as const;
  });
  const front = inner.map(([x, y]) => [x, y, depth(y)] as const);
  const back = inner.map(([x, y]) => [x, y, -depth(y)] as const);
  const rimFront = OUTLINE.map(([x, y]) => [x, y, depth(y) - BEVEL * 0.8] as const);
  const rimBack = OUTLINE.map(([x, y]) => [x, y, -depth(y) + BEVEL * 0.8] as const);
  const solid = new Solid();
  OUTLINE.forEach((_, index) => {
    const next = (index + 1) % OUTLINE.length;
    const [f0, f1, b0, b1] = [front[index], front[next], back[index], back[next]];
    const [rf0, rf1, rb0, rb1] = [rimFront[index], rimFront[next], rimBack[index], rimBack[next]];
    if (!f0 || !f1 || !b0 || !b1 || !rf0 || !rf1 || !rb0 || !rb1) return;
    solid.face([f0, rf0, rf1, f1]).face([rf0, rb0, rb1, rf1]).face([rb0, b0, b1, rb1]);
  });
  solid.group(0);
  solid.face(front, ([x, y]) => [x / 0.78 + 0.5, y / HIGH]).group(1);
  solid.face([...back].reverse(), ([x, y]) => [0.5 - x / 0.78, y / HIGH]).group(2);
  return solid.build();
}

/** One piece on the board. `group` turns round the middle of its square; the mesh leans inside it. */
export interface Man {
  piece: Piece;
  group: Group;
  mesh: Mesh;
  /** Where it rests. */
  x: number;
  z: number;
  far: boolean;
  /** Its face is known and it belongs to the far side: it stands facing the viewer. */
  shown: boolean;
  lift: number;
  liftTo: number;
}

function body(paint: Paint, roughness: number): MeshStandardMaterial {
  return new MeshStandardMaterial({ color: PAINTS[paint].base, roughness });
}

export class Men {
  readonly byKey = new Map<string, Man>();
  private readonly shape = pieceShape();
  private readonly bodies: Readonly<Record<Paint, MeshStandardMaterial>> = {
    vermilion: body("vermilion", 0.5),
    wood: body("wood", 0.55),
    indigo: body("indigo", 0.5),
    jade: body("jade", 0.5),
    plain: body("plain", 0.55),
  };

  constructor(
    private readonly group: Group,
    private readonly faces: Pick<Faces, "begin" | "get" | "prune">,
  ) {}

  /** Takes over a new position; answers the pieces that are gone, still on the board. */
  set(props: BoardProps, plan: Plan, laid: number): Man[] {
    const now = new Set(props.pieces.map(key));
    const gone: Man[] = [];
    for (const [name, man] of this.byKey) {
      if (now.has(name)) continue;
      this.byKey.delete(name);
      gone.push(man);
    }
    for (const piece of props.pieces) {
      const cell = plan.byName.get(piece.square);
      if (!cell) continue;
      const man = this.byKey.get(key(piece)) ?? this.make(piece);
      this.place(man, piece, cell, plan, props);
      this.pose(man, laid);
    }
    return gone;
  }

  /** Asks again for what every piece shows, so that nothing else is kept; answers whether any looks different. */
  dress(props: BoardProps, laid: boolean, leaving: readonly Man[]): boolean {
    let isNew = false;
    this.faces.begin();
    for (const man of [...this.byKey.values(), ...leaving]) {
      const { piece } = man;
      const paint = paintOf(props.system, piece);
      const text = faceOf(piece, props.face);
      const kind = guessOf(piece, props);
      const guess = kind === null ? null : props.face(kind);
      const known = text !== null;
      const moved = isMarkedMoved(piece, props);
      const front = this.faces.get({
        paint,
        show: known ? "name" : "crest",
        text: text ?? "",
        guess,
        moved,
        // A far piece lies with its tip to the viewer, its text upright all the same.
        upsideDown: man.far && laid && (known || guess !== null),
      });
      const back = this.faces.get({ paint, show: known ? "bare" : "crest", text: "", guess, moved, upsideDown: false });
      const [, oldFront, oldBack] = [man.mesh.material].flat();
      if (oldFront === front && oldBack === back) continue;
      man.mesh.material = [this.bodies[paint], front, back] satisfies Material[];
      isNew = true;
    }
    this.faces.prune();
    return isNew;
  }

  /** Raises the selected piece, or none where pictures are dear; answers whether any is to move. */
  lift(square: Square | null): boolean {
    const men = [...this.byKey.values()];
    for (const man of men) man.liftTo = man.piece.square === square ? 0.14 : 0;
    return men.some((man) => man.lift !== man.liftTo);
  }

  /** laid: 0 stands, 1 lies with its face up. */
  pose(man: Man, laid: number): void {
    const turned = man.far ? (man.shown ? laid : 1) : 0;
    man.group.rotation.y = turned * Math.PI;
    const lean = man.far && !man.shown ? LEAN.far : LEAN.near;
    const flat = -Math.PI / 2 + (FOOT - HEAD) / 2 / HIGH;
    const [standsAt, standsHigh] = [Math.sin(lean) * HIGH * 0.5, (Math.sin(lean) * FOOT) / 2];
    man.mesh.rotation.x = -lean + (flat + lean) * laid;
    man.mesh.position.z = standsAt + (HIGH / 2 - 0.03 - standsAt) * laid;
    man.mesh.position.y = standsHigh + (FOOT / 2 - standsHigh) * laid;
  }

  remove(man: Man): void {
    this.group.remove(man.group);
  }

  clear(): void {
    for (const man of this.byKey.values()) this.remove(man);
    this.byKey.clear();
  }

  dispose(): void {
    this.clear();
    this.group.clear();
    this.shape.dispose();
    for (const body of Object.values(this.bodies)) body.dispose();
  }

  private make(piece: Piece): Man {
    const mesh = new Mesh(this.shape);
    mesh.castShadow = mesh.receiveShadow = true;
    const group = new Group();
    group.add(mesh);
    this.group.add(group);
    const man: Man = { piece, group, mesh, x: 0, z: 0, far: false, shown: false, lift: 0, liftTo: 0 };
    this.byKey.set(key(piece), man);
    return man;
  }

  private place(man: Man, piece: Piece, cell: Cell, plan: Plan, props: BoardProps): void {
    man.piece = piece;
    man.mesh.userData = { square: piece.square };
    man.x = cell.cx - plan.width / 2;
    man.z = cell.cy - plan.height / 2;
    man.far = piece.side !== (props.near ?? props.system.sides[0]);
    man.shown = man.far && piece.kind !== null;
    man.group.position.set(man.x, man.lift, man.z);
    man.group.scale.setScalar(1);
  }
}
