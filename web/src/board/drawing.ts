/** What a system's folder says about its board. Adding a folder with a `drawing.ts` of this shape adds a board. */

import type { VNode } from "preact";
import type { Side, Square, System } from "../game/types";
import type { Plan, Point, Shape } from "./geometry";

export interface Drawing<P extends Plan = Plan> {
  /** What changes a plan besides the side it is seen from: a board is not built again for anything else. */
  heeds(system: System): readonly ("shape" | "part")[];
  /**
   * Seen from `near`, whose own squares are the nearest; null: from the first side. `part`: whose territory to show
   * alone, where that is worth it.
   */
  plan(system: System, near: Side | null, shape: Shape, part: Side | null): P;
  /** All that never changes while the board is shown, for an SVG in the plan's units. */
  Ground(props: { plan: P }): VNode;
  /**
   * Where a ply leads in the drawing, ends included; more than two points where there is a way to show. `isFree`:
   * nothing stands there.
   */
  route(plan: P, from: Square, to: Square, isFree: (square: Square) => boolean): readonly Point[];
}
