/** How much of the full resolution to draw while the board moves, from how long its pictures take. */

/** The parts of the resolution, across. */
const PARTS = [1, 0.75, 0.5] as const;
/** A picture this long makes the board move in jerks. */
const SLOW_MS = 45;
/** Drawn this quickly, more than twice as many dots are still not slow: what was taken back is not lost at once. */
const QUICK_MS = 14;
const SLOW_COUNT = 3;
const QUICK_COUNT = 30;

export class Pace {
  private step: number;
  private slow = 0;
  private quick = 0;

  /** Without a graphics card one starts with little. */
  constructor(hasCard: boolean) {
    this.step = hasCard ? 0 : PARTS.length - 1;
  }

  /** Of the full resolution, while something moves. */
  get part(): number {
    return PARTS[this.step] ?? 1;
  }

  /** Pictures are dear: none for decoration, and never a second one before the first is done. */
  get isSlow(): boolean {
    return this.step > 0;
  }

  /** A picture of `part` took so long, in milliseconds. */
  took(milliseconds: number): void {
    this.slow = milliseconds > SLOW_MS ? this.slow + 1 : 0;
    this.quick = milliseconds < QUICK_MS ? this.quick + 1 : 0;
    if (this.slow === SLOW_COUNT) this.go(this.step + 1);
    if (this.quick === QUICK_COUNT) this.go(this.step - 1);
  }

  private go(step: number): void {
    this.step = Math.min(PARTS.length - 1, Math.max(0, step));
    this.slow = this.quick = 0;
  }
}
