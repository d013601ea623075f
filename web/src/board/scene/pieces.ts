import { type BufferGeometry, Group, type Material, Mesh, MeshStandardMaterial } from "three";
import type { Piece, Square } from "../../game/types";
import type { Cell, Form, Plan, Seat } from "../geometry";
import { faceOf, guessOf, isMarkedMoved, type Paint, PENTAGON, paintOf } from "../look";
import { key } from "../motion";
import { PAINTS } from "../paints";
import type { BoardProps } from "../props";
import type { Faces } from "./faces";
import { buildOf, pieceShape } from "./shape";

/** How far a standing piece leans back: who shows its face, more; far ones must not hide what is behind them. */
const LEAN = { near: 0.46, shown: 0.34, hidden: 0.06 };

/** Where who sits at a side looks to, from the near one: a little away from the viewer, who sees their backs. */
const LOOKS = [0, -2.05, Math.PI, 2.05] as const;

/** One piece on the board. `group` turns round the middle of its square; the mesh leans inside it. */
export interface Man {
  piece: Piece;
  group: Group;
  mesh: Mesh;
  /** Where it rests. */
  x: number;
  z: number;
  seat: Seat;
  /** Its face is known and it belongs to another side: it stands facing the viewer. */
  shown: boolean;
  /** Nobody knows whose it is: it lies on its face. */
  lies: boolean;
  lift: number;
  liftTo: number;
}

function body(paint: Paint, roughness: number): MeshStandardMaterial {
  return new MeshStandardMaterial({ color: PAINTS[paint].base, roughness });
}

export class Men {
  readonly byKey = new Map<string, Man>();
  private form: Form | null = null;
  private build = buildOf(PENTAGON);
  private shape: BufferGeometry | null = null;
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

  /**
   * Takes over a new position; answers the pieces that are gone, still on the board. `anew`: the piece that is made
   * once more because it was turned up, the old one gone.
   */
  set(props: BoardProps, plan: Plan, laid: number, anew: string | null = null): Man[] {
    this.use(plan.form);
    const now = new Set(props.pieces.map(key));
    const gone: Man[] = [];
    for (const [name, man] of this.byKey) {
      if (now.has(name) && name !== anew) continue;
      this.byKey.delete(name);
      gone.push(man);
    }
    for (const piece of props.pieces) {
      const cell = plan.byName.get(piece.square);
      if (!cell) continue;
      const man = this.byKey.get(key(piece)) ?? this.make(piece);
      this.place(man, piece, cell, plan);
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
      const form = this.form ?? PENTAGON;
      const turns = form.outline === "pentagon" && man.seat !== 0;
      const flag = props.flags?.includes(piece.square) ?? false;
      const moved = isMarkedMoved(piece, props);
      const front = this.faces.get({
        form,
        paint,
        show: known ? "name" : "crest",
        text: text ?? "",
        guess,
        moved,
        // A far piece lies with its tip to the viewer, its text upright all the same.
        upsideDown: turns && laid && (known || guess !== null),
        flag,
      });
      const back = this.faces.get({
        form,
        paint,
        show: known ? "bare" : "crest",
        text: "",
        guess,
        moved,
        upsideDown: false,
        flag,
      });
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
    const { foot, head, high } = this.build;
    const down = man.lies ? 1 : laid;
    const isHidden = man.seat !== 0 && !man.shown;
    // A pentagon lies with its tip to who faces its owner; a block lies one way for all.
    if (this.form?.outline === "pentagon") man.group.rotation.y = (isHidden ? 1 : man.shown ? down : 0) * Math.PI;
    else man.group.rotation.y = isHidden ? LOOKS[man.seat] * (1 - down) : 0;
    const lean = isHidden ? LEAN.hidden : man.shown ? LEAN.shown : LEAN.near;
    const flat = -Math.PI / 2 + (foot - head) / 2 / high;
    const [standsAt, standsHigh] = [Math.sin(lean) * high * 0.5, (Math.sin(lean) * foot) / 2];
    man.mesh.rotation.x = -lean + (flat + lean) * down;
    man.mesh.position.z = standsAt + (high / 2 - 0.03 - standsAt) * down;
    man.mesh.position.y = standsHigh + (foot / 2 - standsHigh) * down;
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
    this.shape?.dispose();
    for (const body of Object.values(this.bodies)) body.dispose();
  }

  /** All pieces have one shape; it changes with the board, and no piece is left then. */
  private use(form: Form): void {
    if (form === this.form) return;
    this.form = form;
    this.build = buildOf(form);
    this.shape?.dispose();
    this.shape = pieceShape(this.build);
  }

  private make(piece: Piece): Man {
    const mesh = new Mesh(this.shape ?? undefined);
    mesh.castShadow = mesh.receiveShadow = true;
    const group = new Group();
    group.add(mesh);
    this.group.add(group);
    const man: Man = { piece, group, mesh, x: 0, z: 0, seat: 0, shown: false, lies: false, lift: 0, liftTo: 0 };
    this.byKey.set(key(piece), man);
    return man;
  }

  private place(man: Man, piece: Piece, cell: Cell, plan: Plan): void {
    man.piece = piece;
    man.mesh.userData = { square: piece.square };
    man.x = cell.cx - plan.width / 2;
    man.z = cell.cy - plan.height / 2;
    man.seat = piece.side === null ? 0 : (plan.seats.get(piece.side) ?? 0);
    man.shown = man.seat !== 0 && piece.kind !== null;
    man.lies = piece.side === null && piece.kind === null;
    man.group.position.set(man.x, man.lift, man.z);
    man.group.scale.setScalar(1);
  }
}
