/** The squares that sketches name. */

import type { Square, System, SystemSquare } from "../../game/types";

/** The square of a name; else the one that the first side calls so, where squares go by their owners' names too. */
export function squareNamed({ squares, sides }: System, name: Square): SystemSquare | undefined {
  return (
    squares.find((square) => square.name === name) ??
    squares.find(({ local, territory }) => local === name && territory === sides[0])
  );
}
