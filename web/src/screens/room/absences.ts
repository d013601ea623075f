import { useEffect, useState } from "preact/hooks";
import type { Room } from "../../game/contracts";
import type { Side } from "../../game/types";
import { useNow } from "../../parts/clock";
import { isPerson } from "../../parts/people";
import type { Seated } from "./seated";

/** Somebody at the table who is not connected. */
export interface Absence {
  side: Side;
  /** Seconds until the others need not wait any more, at most 0 from then on; null while it is not known. */
  left: number | null;
}

/** Who of the others is not connected, and how long they are still waited for. In play, not who is out. */
export function useAbsences(seated: Seated): readonly Absence[] {
  const { room, store, system, own, refreshRoom } = seated;
  const away = system.sides.filter((side) => side !== own && isAway(seated, side));
  const now = useNow(away.length > 0);
  /** The room as it was when each of them went: it tells when they were last seen before that. */
  const [before, setBefore] = useState<ReadonlyMap<Side, Room>>(new Map());
  // why: once whenever somebody goes or comes back
  useEffect(() => {
    setBefore(new Map(away.map((side) => [side, before.get(side) ?? room])));
    if (away.some((side) => !before.has(side))) refreshRoom();
  }, [away.join(" ")]);

  return away.map((side) => {
    const seen = Date.parse(room.seats.find((each) => each.side === side)?.last_seen_at ?? room.created_at);
    const left = Math.ceil((seen + 1000 * room.abandon_after_seconds - (now + store.skew.value)) / 1000);
    return { side, left: (before.get(side) ?? room) === room ? null : left };
  });
}

function isAway({ room, store, snapshot }: Seated, side: Side): boolean {
  const seat = room.seats.find((each) => each.side === side);
  // why: after the end the seats are those of the next match
  const { player = null } =
    (snapshot.phase === "over" ? seat : snapshot.seats.find((each) => each.side === side)) ?? {};
  const isOut = snapshot.phase === "playing" && (snapshot.view?.out?.includes(side) ?? false);
  return isPerson(player) && !isOut && !(store.present.value[side] ?? seat?.connected ?? true);
}
