import type { Pace } from "./pace";
import type { Stage } from "./stage";

/** How long nothing must move before the picture is drawn once more in full. */
const REST_MS = 160;

/** Draws when asked, frame by frame while something moves; a board that turns coarser where that is slow. */
export class Loop {
  private frame = 0;
  private rest: ReturnType<typeof setTimeout> | undefined;
  private isDrawing = false;
  private isAsked = false;
  private isOver = false;

  /**
   * `step` moves what moves by itself, at a time of `performance.now`, and answers whether it goes on. `draw` draws
   * at a part of the full resolution.
   */
  constructor(
    private readonly stage: Stage,
    private readonly pace: Pace,
    private readonly step: (at: number) => boolean,
    private readonly draw: (part: number) => void,
  ) {}

  /** Something changed: a picture soon. */
  ask(): void {
    clearTimeout(this.rest);
    if (this.isOver || this.frame !== 0) return;
    // why: pictures in a queue would hold up all else on the page, the answer to the next tap first
    if (this.isDrawing && this.pace.isSlow) this.isAsked = true;
    else this.frame = requestAnimationFrame((at) => this.next(at));
  }

  /** A picture in full at once. */
  now(): void {
    if (!this.isOver) this.picture(1);
  }

  stop(): void {
    this.isOver = true;
    clearTimeout(this.rest);
    cancelAnimationFrame(this.frame);
  }

  private next(at: number): void {
    this.frame = 0;
    const goesOn = this.step(Math.max(at, performance.now() - 8));
    const part = this.stage.isTurned() ? this.pace.part : 1;
    this.picture(part);
    if (goesOn) this.ask();
    else if (part < 1) this.rest = setTimeout(() => this.settle(), REST_MS);
  }

  private settle(): void {
    if (this.isDrawing) this.rest = setTimeout(() => this.settle(), REST_MS);
    else this.now();
  }

  private picture(part: number): void {
    this.draw(part);
    if (this.isDrawing) return;
    const { part: measured } = this.pace;
    const started = performance.now();
    this.isDrawing = true;
    void this.stage.drawn().then(() => {
      this.isDrawing = false;
      if (part === measured) this.pace.took(performance.now() - started);
      if (!this.isAsked) return;
      this.isAsked = false;
      this.ask();
    });
  }
}
