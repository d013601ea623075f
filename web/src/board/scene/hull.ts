/** A point of the picture, in CSS pixels from its top left corner. */
export type Point = readonly [x: number, y: number];

/** The convex outline round `points`, all turning the same way; fewer than three corners where they lie on a line. */
export function hullOf(points: readonly Point[]): Point[] {
  const sorted = [...points].sort(([ax, ay], [bx, by]) => ax - bx || ay - by);
  const low = chain(sorted);
  const high = chain(sorted.reverse());
  return [...low.slice(0, -1), ...high.slice(0, -1)];
}

function chain(sorted: readonly Point[]): Point[] {
  const kept: Point[] = [];
  for (const point of sorted) {
    while (kept.length > 1 && !turnsLeft(kept[kept.length - 2], kept[kept.length - 1], point)) kept.pop();
    kept.push(point);
  }
  return kept;
}

function turnsLeft(a: Point | undefined, b: Point | undefined, c: Point): boolean {
  if (!a || !b) return true;
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 0;
}
