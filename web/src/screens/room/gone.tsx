import { useEffect, useState } from "preact/hooks";
import type { Room } from "../../game/contracts";
import type { Side } from "../../game/types";
import { api, problemOf } from "../../parts/client";
import { useNow } from "../../parts/clock";
import { Levels } from "../../parts/level";
import { Panel } from "../../parts/panel";
import { isPerson } from "../../parts/people";
import { toastProblem } from "../../parts/problem";
import { sideName, useWords } from "../../words";
import type { Seated } from "./seated";

/** Who is not connected: how long until the others need not wait for them any more, and then what can be done. */
export function OpponentGone({ seated }: { seated: Seated }) {
  const { system, own, snapshot } = seated;
  if (own === null) return null;
  const others = system.sides.filter((side) => side !== own && !snapshot.view?.out?.includes(side));
  return (
    <>
      {others.map((side) => (
        <SideGone key={side} seated={seated} side={side} alone={system.sides.length === 2} />
      ))}
    </>
  );
}

interface SideGoneProps {
  seated: Seated;
  side: Side;
  /** There is no other opponent. */
  alone: boolean;
}

function SideGone({ seated, side, alone }: SideGoneProps) {
  const { room, store, snapshot, setRoom, refreshRoom } = seated;
  const words = useWords();
  const [busy, setBusy] = useState(false);
  const seat = room.seats.find((each) => each.side === side);
  const player = snapshot.seats.find((each) => each.side === side)?.player ?? null;
  const present = store.present.value[side] ?? seat?.connected ?? true;
  const isGone = snapshot.phase !== "over" && isPerson(player) && !present;
  const now = useNow(isGone);
  /** The room as it was when the opponent went: it tells when they were last seen before that. */
  const [old, setOld] = useState<Room | null>(null);
  // why: once whenever the opponent goes
  useEffect(() => {
    if (!isGone) return;
    setOld(room);
    refreshRoom();
  }, [isGone]);
  if (!isGone) return null;

  const seen = Date.parse(seat?.last_seen_at ?? room.created_at);
  const left = Math.ceil((seen + 1000 * room.abandon_after_seconds - (now + store.skew.value)) / 1000);
  const start = async (level: string) => {
    setBusy(true);
    try {
      setRoom(await api.playComputer(room.slug, level));
    } catch (error) {
      toastProblem(words, problemOf(error), () => void start(level));
    } finally {
      setBusy(false);
    }
  };
  return (
    <section class="panel" role="status">
      <div class="inside">
        <p class="badge bad">{alone ? words.play.opponentGone : words.play.sideGone(sideName(words, side))}</p>
        {room === old ? null : left > 0 ? (
          <p class="tabular" aria-live="off">
            {alone ? words.play.opponentGoneIn(left) : words.play.claimIn(left)}
          </p>
        ) : (
          <>
            {alone && (
              <Panel title={words.play.startComputer}>
                <Levels onChoose={start} disabled={busy} />
              </Panel>
            )}
            {(alone || snapshot.phase === "playing") && (
              <button
                type="button"
                class="button"
                disabled={busy}
                onClick={() => store.claimAbandoned().catch(() => undefined)}
              >
                {alone ? words.play.claim : words.play.claimSide}
              </button>
            )}
          </>
        )}
      </div>
    </section>
  );
}
