import { isPerson } from "../../parts/people";
import { sideName, useWords } from "../../words";
import { useAbsences } from "./absences";
import { CallComputers } from "./call-computers";
import { AbsenceLines, isGone } from "./gone";
import type { Seated } from "./seated";

/** After the end: who has left or is not connected, and computers in their places. */
export function GoOn({ seated }: { seated: Seated }) {
  const { room } = seated;
  const words = useWords();
  const absences = useAbsences(seated);
  const free = room.seats.filter((seat) => seat.player === null);
  if (free.length + absences.length === 0) return null;
  const alone = room.seats.length === 2;
  const gone = absences.filter(isGone).map(({ side }) => side);
  const stays = room.seats.some((seat) => !seat.yours && isPerson(seat.player) && !gone.includes(seat.side));
  return (
    <>
      <div role="status" class="inside">
        {free.map(({ side }) => (
          <p key={side}>{alone ? words.end.opponentLeft : words.end.sideLeft(sideName(words, side))}</p>
        ))}
        {absences.map((absence) => (
          <AbsenceLines key={absence.side} absence={absence} alone={alone} wait={words.play.computerIn} />
        ))}
      </div>
      {free.length + gone.length > 0 && (
        <CallComputers seated={seated} title={alone ? words.end.goOn : words.end.goOnMany}>
          {stays ? words.end.goOnAsked : words.end.goOnAtOnce}
        </CallComputers>
      )}
    </>
  );
}
