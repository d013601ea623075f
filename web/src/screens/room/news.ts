import { useEffect, useRef } from "preact/hooks";
import { play as sound } from "../../parts/client";
import { showToast } from "../../parts/toast";
import { useWords } from "../../words";
import { otherSide, type Seated } from "./seated";

/** Sounds and short notes for what happened since the last look; equal for outcomes that are secret. */
export function useMatchNews({ system, own, snapshot, store, refreshRoom, room }: Seated): void {
  const words = useWords();
  const before = useRef(snapshot);
  const other = otherSide(system, own);
  const there = other === null ? true : (store.present.value[other] ?? null);
  const wasThere = useRef(there);
  const wasEverThere = useRef(there === true);

  useEffect(() => {
    const old = before.current;
    before.current = snapshot;
    if (old === snapshot || old.match !== snapshot.match) return;
    if (old.phase === "layout" && snapshot.phase === "playing") sound("turn");
    const opened = old.seats.find((seat) => seat.side === other)?.confirmed;
    const now = snapshot.seats.find((seat) => seat.side === other)?.confirmed;
    if (snapshot.phase === "layout" && opened && !now) showToast(words.layout.opponentReopened);
  }, [snapshot, words, other]);

  const told = store.told.value;
  const spokenOf = useRef(told?.ply_count ?? 0);
  // why: when the pieces meet, with the words
  useEffect(() => {
    const number = told?.ply_count ?? 0;
    if (number > spokenOf.current) sound(told?.view?.last?.battle ? "battle" : "ply");
    spokenOf.current = number;
  }, [told?.ply_count]);

  // why: when somebody comes or goes
  useEffect(() => {
    if (wasThere.current === there) return;
    if (wasEverThere.current && there) showToast(words.play.opponentBack);
    wasEverThere.current ||= there === true;
    wasThere.current = there;
    refreshRoom();
  }, [there]);

  const joined = room.seats.find((seat) => seat.side === other)?.player?.name ?? null;
  const wasJoined = useRef(joined);
  // why: when the free seat is taken
  useEffect(() => {
    if (wasJoined.current === null && joined !== null && room.opponent === "friend") showToast(words.lobby.joined);
    wasJoined.current = joined;
  }, [joined]);
}
