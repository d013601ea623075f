/** The 3D board. Draws only when something changed; holds nothing after `dispose`. */

import { Vector3 } from "three";
import type { Piece, Square } from "../../game/types";
import { wayShown } from "../drawings";
import { type Plan, type Point, squareAt } from "../geometry";
import { ease, eyesOf, key, type PlyMotion, plyBetween, wantsLessMotion } from "../motion";
import type { BoardProps, Viewpoint } from "../props";
import { meantBy } from "../snap";
import { drawsQuickly } from "../webgl";
import { Act } from "./act";
import { control } from "./control";
import { Faces } from "./faces";
import { Loop } from "./loop";
import { marksOn } from "./markers";
import { Pace } from "./pace";
import { type Man, Men } from "./pieces";
import { openRenderer, Stage } from "./stage";

export interface SceneProps extends BoardProps {
  plan: Plan;
  /** Where the keyboard is. */
  focus: Square | null;
}

export interface SceneHandle {
  /** Paints the markers at once, over the picture as it is. */
  mark(props: SceneProps): void;
  /** Draws the board as the props say, in a frame to come. */
  update(props: SceneProps): void;
  /** `isNear`: the near part alone, larger. */
  look(viewpoint: Viewpoint, isNear?: boolean): void;
  dispose(): void;
}

const LAY_MS = 420;
/** How long a dropped piece waits on its new square for the answer. */
const PATIENCE_MS = 900;
/** So many pieces are made at a time. */
const HANDFUL = 8;

/** `props` are asked for when the graphics are there, which may take a while. */
export async function openScene(
  host: HTMLElement,
  props: () => SceneProps,
  viewpoint: Viewpoint,
  onBroken: () => void,
  mayDrag: (props: BoardProps, piece: Piece | undefined) => boolean,
): Promise<SceneHandle> {
  const stage = new Stage(host, await openRenderer(host));
  await breath();
  const scene = new BoardScene(stage, props(), viewpoint, onBroken, mayDrag);
  await scene.ready();
  return scene;
}

/** Lets the page do what waits. */
function breath(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

class BoardScene implements SceneHandle {
  private readonly faces = new Faces();
  private readonly men: Men;
  private readonly pace = new Pace(drawsQuickly());
  private readonly loop: Loop;
  private readonly stopListening: () => void;
  private readonly watcher: ResizeObserver;
  private plan: Plan;
  private act: Act | null = null;
  private laid: { now: number; from: number; to: number; started: number };
  private held: { man: Man; square: Square; x: number; z: number } | null = null;
  private over: Square | null = null;
  private marked = "";
  private gone = false;

  constructor(
    private readonly stage: Stage,
    private props: SceneProps,
    private viewpoint: Viewpoint,
    private readonly onBroken: () => void,
    private readonly mayDrag: (props: BoardProps, piece: Piece | undefined) => boolean,
  ) {
    const lies = viewpoint === "top" ? 1 : 0;
    this.laid = { now: lies, from: lies, to: lies, started: 0 };
    this.plan = props.plan;
    this.men = new Men(stage.men, this.faces);
    this.loop = new Loop(
      stage,
      this.pace,
      (at) => this.step(at),
      (part) => this.picture(part),
    );
    this.stage.canvas.addEventListener("webglcontextlost", this.lost);
    this.stopListening = this.listen();
    // why at once: the canvas is empty until then
    this.watcher = new ResizeObserver(() => {
      if (this.stage.resize()) this.loop.now();
    });
  }

  /** The first picture, in steps between which the page answers. */
  async ready(): Promise<void> {
    const { stage } = this;
    stage.build(this.plan);
    await breath();
    stage.resize();
    stage.eye.go(this.viewpoint, 0, false);
    await breath();
    const { pieces } = this.props;
    for (let count = HANDFUL; count < pieces.length + HANDFUL; count += HANDFUL) {
      this.arrange({ ...this.props, pieces: pieces.slice(0, count) });
      await breath();
    }
    await stage.compile();
    await breath();
    this.loop.now();
    await breath();
    this.watcher.observe(stage.host);
  }

  mark(props: SceneProps): void {
    const marked = JSON.stringify([props.selected, props.targets, props.barred, props.last, props.focus, this.over]);
    if (this.gone || marked === this.marked) return;
    this.marked = marked;
    const attacked = new Set(props.targets.filter((target) => target.attack).map((target) => target.square));
    this.stage.overlay.draw(marksOn(props, this.plan, props.focus, this.over), attacked);
  }

  update(props: SceneProps): void {
    if (this.gone) return;
    const before = this.props;
    this.props = props;
    const sameBoard = before.plan === props.plan;
    const sameLook = sameBoard && eyesOf(before) === eyesOf(props);
    const moved = before.pieces !== props.pieces;
    if (!sameLook) {
      this.endAct();
      this.held = null;
      this.men.clear();
    }
    if (!sameBoard) {
      this.plan = props.plan;
      this.stage.build(this.plan);
      this.stage.resize();
      this.stage.eye.go(this.viewpoint, 0, false);
    }
    const ply =
      sameLook && moved && !wantsLessMotion() ? plyBetween(before.pieces, props.pieces, props.last, before.last) : null;
    if (ply || moved) this.endAct();
    const held = moved ? this.held : null;
    if (moved) this.held = null;
    const old = ply?.turned ? this.men.byKey.get(key(ply.turned)) : undefined;
    const { leaving, isNew } = this.arrange(props, ply?.turned ?? null);
    if (ply) {
      const way = this.wayOf(ply, props.pieces, held);
      const men = [...this.men.byKey.values(), ...leaving];
      const mover = men.find((man) => key(man.piece) === key(ply.mover));
      const now = old && this.men.byKey.get(key(old.piece));
      const turned = old && now ? { old, now, lies: this.laid.now > 0.5 } : null;
      this.act = new Act(ply, performance.now(), { mover, leaving, turned, way });
      if (this.act.burst) this.stage.scene.add(this.act.burst);
      this.men.dress(props, this.laid.now > 0.5, leaving);
    } else {
      for (const man of leaving) this.men.remove(man);
    }
    // why at once: another viewer must not see a moment longer what this one may not
    if (!sameLook) this.loop.now();
    else if (moved || isNew) this.loop.ask();
  }

  look(viewpoint: Viewpoint, isNear = false): void {
    if (this.gone) return;
    const smooth = !wantsLessMotion();
    const now = performance.now();
    this.viewpoint = viewpoint;
    const to = viewpoint === "top" ? 1 : 0;
    this.laid = { now: smooth ? this.laid.now : to, from: this.laid.now, to, started: now };
    if (!smooth) this.relay();
    this.stage.eye.go(viewpoint, now, smooth, isNear);
    this.loop.ask();
  }

  dispose(): void {
    if (this.gone) return;
    this.gone = true;
    this.loop.stop();
    this.watcher.disconnect();
    this.stopListening();
    this.stage.canvas.removeEventListener("webglcontextlost", this.lost);
    this.endAct();
    this.held = null;
    this.men.dispose();
    this.faces.dispose();
    this.stage.dispose();
  }

  private readonly lost = (event: Event) => {
    event.preventDefault();
    this.onBroken();
  };

  /** Puts pieces where the props say; answers what left, and whether the picture is to change. */
  private arrange(props: SceneProps, turned: Piece | null = null): { leaving: Man[]; isNew: boolean } {
    const leaving = this.men.set(props, this.plan, this.laid.now, turned && key(turned));
    const looksNew = this.men.dress(props, this.laid.now > 0.5, [...leaving, ...(this.act?.leaving ?? [])]);
    const lifts = this.men.lift(this.pace.isSlow ? null : props.selected);
    this.stage.shadowsChanged();
    return { leaving, isNew: looksNew || lifts };
  }

  /** On the ground, round the board's middle; from the hand where the mover was put down by hand. */
  private wayOf(ply: PlyMotion, pieces: readonly Piece[], held: typeof this.held): readonly Point[] {
    const { width, height } = this.plan;
    const way = wayShown(this.plan, { pieces: [...pieces, ...ply.gone] }, [ply.from, ply.to]).map(
      ([x, y]) => [x - width / 2, y - height / 2] as const,
    );
    const end = way[way.length - 1];
    return end && held && key(held.man.piece) === key(ply.mover) ? [[held.x, held.z], end] : way;
  }

  private spot(square: Square): Vector3 | null {
    const cell = this.plan.byName.get(square);
    return cell ? new Vector3(cell.cx - this.plan.width / 2, 0, cell.cy - this.plan.height / 2) : null;
  }

  private endAct(): void {
    const { act } = this;
    if (!act) return;
    this.act = null;
    act.finish();
    for (const man of act.leaving) this.men.remove(man);
    if (act.burst) this.stage.scene.remove(act.burst);
    act.dispose();
    for (const man of this.men.byKey.values()) if (act.isOf(man)) man.group.position.set(man.x, man.lift, man.z);
    this.men.dress(this.props, this.laid.now > 0.5, []);
    this.stage.shadowsChanged();
  }

  private relay(): void {
    for (const man of [...this.men.byKey.values(), ...(this.act?.leaving ?? [])]) this.men.pose(man, this.laid.now);
    this.men.dress(this.props, this.laid.now > 0.5, this.act?.leaving ?? []);
  }

  /** Draws, and lets the markers follow. */
  private picture(part: number): void {
    this.stage.render(part, this.act?.burst ?? null);
    this.marked = "";
    this.mark(this.props);
  }

  /** Everything that moves by itself; answers whether it goes on. */
  private step(at: number): boolean {
    let busy = this.stage.eye.step(at);
    const { laid } = this;
    if (laid.now !== laid.to) {
      const part = Math.min(1, Math.max(0, (at - laid.started) / LAY_MS));
      laid.now = part === 1 ? laid.to : laid.from + (laid.to - laid.from) * ease(part);
      this.relay();
      busy = true;
    }
    for (const man of this.men.byKey.values()) {
      if (man.lift === man.liftTo) continue;
      const step = (man.liftTo - man.lift) * 0.35;
      man.lift = Math.abs(step) < 0.004 || wantsLessMotion() ? man.liftTo : man.lift + step;
      if (man !== this.held?.man) man.group.position.y = man.lift;
      busy = true;
    }
    if (this.held) {
      this.held.man.group.position.set(this.held.x, 0.3, this.held.z);
    }
    if (this.act) {
      if (this.act.step(at, this.stage.eye.camera.quaternion)) busy = true;
      else this.endAct();
    }
    if (busy || this.held) this.stage.shadowsChanged();
    return busy;
  }

  /** Puts a piece back, unless it was taken from the hand meanwhile. */
  private letGo(held: typeof this.held): void {
    if (held === null || this.held !== held) return;
    this.held = null;
    held.man.group.position.set(held.man.x, held.man.lift, held.man.z);
    this.stage.shadowsChanged();
    this.loop.ask();
  }

  private setOver(square: Square | null): void {
    this.over = square;
    this.mark(this.props);
  }

  private listen(): () => void {
    const { stage } = this;
    const pieceOn = (square: Square) => this.props.pieces.find((piece) => piece.square === square);
    return control(stage.canvas, {
      squareAt: (x, y) => stage.squareAt(x, y, this.plan),
      mayDrag: (square) => this.mayDrag(this.props, pieceOn(square)),
      tap: (square, x, y, isFinger) => {
        if (!this.props.disabled) this.props.onSquare(isFinger ? this.meant(square, x, y) : square);
      },
      grab: (square) => this.props.onGrab?.(square),
      carry: (square, x, y) => {
        const piece = pieceOn(square);
        const man = piece && this.men.byKey.get(key(piece));
        const point = stage.grounded(x, y);
        if (!man || !point) return;
        this.held = { man, square, x: point.x, z: point.z };
        const over = this.under(point);
        this.setOver(over === square ? null : over);
        this.loop.ask();
      },
      drop: (square, cancelled) => {
        const point = this.held && !cancelled ? new Vector3(this.held.x, 0, this.held.z) : null;
        const over = point && this.under(point);
        const spot = over !== null && over !== square ? this.spot(over) : null;
        this.setOver(null);
        if (this.held && spot && over !== null && !this.props.disabled) {
          const put = { ...this.held, x: spot.x, z: spot.z };
          this.held = put;
          setTimeout(() => this.letGo(put), PATIENCE_MS);
          this.props.onDrag?.(square, over);
        } else this.letGo(this.held);
        this.loop.ask();
      },
      turn: (dx, dy) => {
        stage.eye.orbit((dx / stage.host.clientWidth) * Math.PI, (dy / stage.host.clientHeight) * Math.PI * 0.7);
        this.loop.ask();
      },
      zoom: (factor, x, y) => {
        stage.eye.zoom(factor, () => stage.grounded(x, y));
        this.loop.ask();
      },
      slide: (fromX, fromY, toX, toY) => {
        const [from, to] = [stage.grounded(fromX, fromY), stage.grounded(toX, toY)];
        if (from && to) stage.eye.pan(from.x - to.x, from.z - to.z);
        this.loop.ask();
      },
    });
  }

  /** The square that a finger means there. */
  private meant(square: Square, x: number, y: number): Square {
    const [at, beside] = [this.stage.grounded(x, y), this.stage.grounded(x + 1, y)];
    if (!at || !beside) return square;
    const { plan, props } = this;
    const point = [at.x + plan.width / 2, at.z + plan.height / 2] as const;
    return meantBy(plan, props, square, point, 1 / at.distanceTo(beside)) ?? square;
  }

  private under(point: Vector3): Square | null {
    const [x, y] = [point.x + this.plan.width / 2, point.z + this.plan.height / 2];
    return squareAt(this.plan, x, y);
  }
}
