import { useEffect, useState } from "preact/hooks";
import type { Room } from "../../game/contracts";
import { api, problemOf } from "../../parts/client";
import { useNow } from "../../parts/clock";
import { Levels } from "../../parts/level";
import { Panel } from "../../parts/panel";
import { isPerson } from "../../parts/people";
import { toastProblem } from "../../parts/problem";
import { useWords } from "../../words";
import { otherSide, type Seated } from "./seated";

/** The opponent is not connected: how long until a game with the computer may begin, and then its button. */
export function OpponentGone({ seated }: { seated: Seated }) {
  const { room, system, store, own, snapshot, setRoom, refreshRoom } = seated;
  const words = useWords();
  const [busy, setBusy] = useState(false);
  const other = otherSide(system, own);
  const seat = room.seats.find((each) => each.side === other);
  const player = snapshot.seats.find((each) => each.side === other)?.player ?? null;
  const present = other === null || (store.present.value[other] ?? seat?.connected ?? true);
  const isGone = own !== null && snapshot.phase !== "over" && isPerson(player) && !present;
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
        <p class="badge bad">{words.play.opponentGone}</p>
        {room === old ? null : left > 0 ? (
          <p class="tabular" aria-live="off">
            {words.play.opponentGoneIn(left)}
          </p>
        ) : (
          <>
            <Panel title={words.play.startComputer}>
              <Levels onChoose={start} disabled={busy} />
            </Panel>
            <button
              type="button"
              class="button"
              disabled={busy}
              onClick={() => store.claimAbandoned().catch(() => undefined)}
            >
              {words.play.claim}
            </button>
          </>
        )}
      </div>
    </section>
  );
}
