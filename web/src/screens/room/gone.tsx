import { sideName, useWords } from "../../words";
import { type Absence, useAbsences } from "./absences";
import { CallComputers } from "./call-computers";
import type { Seated } from "./seated";

/** Before and in play: who is not connected, how long until the others need not wait for them, and then what can be done. */
export function OpponentGone({ seated }: { seated: Seated }) {
  const { own, system, snapshot } = seated;
  const words = useWords();
  const absences = useAbsences(seated);
  if (own === null) return null;
  const alone = system.sides.length === 2;
  const mayFill = !alone && snapshot.phase === "layout" && absences.some(isGone);
  return (
    <>
      {absences.map((absence) => (
        <SideGone key={absence.side} seated={seated} absence={absence} alone={alone} />
      ))}
      {mayFill && (
        <CallComputers seated={seated} title={words.play.fillGone}>
          {words.lobby.fillText}
        </CallComputers>
      )}
    </>
  );
}

/** The others need not wait for them any more. */
export function isGone({ left }: Absence): boolean {
  return left !== null && left <= 0;
}

interface SideGoneProps {
  seated: Seated;
  absence: Absence;
  /** There is no other opponent. */
  alone: boolean;
}

function SideGone({ seated, absence, alone }: SideGoneProps) {
  const { store, snapshot } = seated;
  const words = useWords();
  const isLayout = snapshot.phase === "layout";
  return (
    <section class="panel" role="status">
      <div class="inside">
        <AbsenceLines absence={absence} alone={alone} wait={isLayout ? words.play.computerIn : words.play.claimIn} />
        {isGone(absence) && (
          <>
            {alone && <CallComputers seated={seated} title={words.play.startComputer} />}
            {(alone || !isLayout) && (
              <button
                type="button"
                class="button"
                disabled={store.busy.value}
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

interface AbsenceLinesProps {
  absence: Absence;
  alone: boolean;
  /** What can be done in so many seconds, where several play. */
  wait: (seconds: number) => string;
}

/** That somebody is not connected, and a countdown that screen readers are not told every second. */
export function AbsenceLines({ absence: { side, left }, alone, wait }: AbsenceLinesProps) {
  const words = useWords();
  return (
    <>
      <p class="badge bad">{alone ? words.play.opponentGone : words.play.sideGone(sideName(words, side))}</p>
      {left !== null && left > 0 && (
        <p class="tabular" aria-live="off">
          {alone ? words.play.opponentGoneIn(left) : wait(left)}
        </p>
      )}
    </>
  );
}
