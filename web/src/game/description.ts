/** What the server says of a game system, in one shape for boards of squares and boards of lines. */

import type { System, SystemKind, SystemSquare } from "./types";

/** A board of lines has no wide squares and no bridges; its points are marked by their type, and roads and rails join them. */
type Told = Omit<System, "squares" | "kinds" | "edges" | "bridges"> &
  Partial<Pick<System, "edges" | "bridges">> & {
    squares: readonly (Omit<SystemSquare, "width" | "tags"> & Partial<SystemSquare>)[];
    kinds: readonly (Omit<SystemKind, "occupies"> & Partial<SystemKind>)[];
  };

export function readSystem(told: Told): System {
  return {
    ...told,
    squares: told.squares.map((square) => ({ width: 1, tags: square.type ? [square.type] : [], ...square })),
    kinds: told.kinds.map((kind) => ({ occupies: false, ...kind })),
    edges: told.edges ?? [...(told.roads ?? []), ...(told.rails ?? [])],
    bridges: told.bridges ?? [],
  };
}
