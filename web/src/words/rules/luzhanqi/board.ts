/** The board of lines as the pictures need it. */

import type { Square, System, SystemSquare } from "../../../game/types";

/** The point of a name, or the one that the first side calls so. */
export function pointOf({ squares, sides }: System, name: Square): SystemSquare | undefined {
  return (
    squares.find((point) => point.name === name) ??
    squares.find((point) => point.local === name && point.territory === sides[0])
  );
}
