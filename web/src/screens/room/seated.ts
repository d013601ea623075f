import type { MatchStore, Room } from "../../game/contracts";
import type { Side, Snapshot, System } from "../../game/types";

/** What every stage of a match gets: the room, the game, and the match as this seat sees it. */
export interface Seated {
  room: Room;
  system: System;
  store: MatchStore;
  /** null: a spectator. */
  own: Side | null;
  snapshot: Snapshot;
  setRoom: (room: Room) => void;
  refreshRoom: () => void;
  /** Give the seat up and go to the start page; the page asks for nothing of the room any more. */
  leave: () => Promise<void>;
}

/** The one opponent; null for who watches, and where there are several. */
export function otherSide(system: System, own: Side | null): Side | null {
  return own === null || system.sides.length > 2 ? null : (system.sides.find((side) => side !== own) ?? null);
}

/** Who wins together with `own`. */
export function alliesOf(system: System | undefined, own: Side | null): readonly Side[] {
  const team = own === null ? undefined : system?.teams?.find((sides) => sides.includes(own));
  return team?.filter((side) => side !== own) ?? [];
}
