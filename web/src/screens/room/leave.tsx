import { useState } from "preact/hooks";
import type { Snapshot } from "../../game/types";
import { api } from "../../parts/client";
import { Dialog } from "../../parts/dialog";
import { isPerson } from "../../parts/people";
import { useWords } from "../../words";
import { attempt } from "./deeds";
import type { Seated } from "./seated";

/** Ways out of a running match: start over (against the computer), and choose another mode. */
export function LeaveTools({ seated }: { seated: Seated }) {
  const { room, store, snapshot, own, leave, setRoom } = seated;
  const words = useWords();
  const shared = snapshot.seats.some((seat) => seat.side !== own && isPerson(seat.player));
  const isOut = own !== null && (snapshot.view?.out?.includes(own) ?? false);
  const again = async () => {
    await store.resign();
    setRoom(await api.offerRematch(room.slug));
  };
  return (
    <>
      {!shared && snapshot.phase === "playing" && snapshot.seats.length === 2 && (
        <Asked danger label={words.play.again} question={words.play.againText} yes={words.play.again} deed={again} />
      )}
      <LeaveButton
        phase={isOut ? "over" : snapshot.phase}
        shared={shared && !isOut}
        playOn={snapshot.seats.length > 2}
        leave={leave}
      />
    </>
  );
}

interface LeaveButtonProps {
  phase: Snapshot["phase"];
  /** Somebody else plays here, to whom leaving is not nothing. */
  shared: boolean;
  /** The others go on without who leaves. */
  playOn?: boolean;
  /** Two players on one device: nobody resigns when both go. */
  oneDevice?: boolean;
  leave: () => Promise<void>;
}

/** It asks first where leaving ends something, and says so where that is a defeat. */
export function LeaveButton({ phase, shared, playOn = false, oneDevice = false, leave }: LeaveButtonProps) {
  const words = useWords();
  const label = words.play.chooseMode;
  if (phase === "playing" && !oneDevice) {
    return (
      <Asked
        danger
        label={label}
        title={words.play.leaveTitle}
        question={playOn ? words.play.resignTextOthers : words.play.leaveText}
        yes={words.play.leaveYes}
        deed={leave}
      />
    );
  }
  if (shared || oneDevice) {
    return <Asked label={label} question={words.play.chooseModeText} yes={words.lobby.leave} deed={leave} />;
  }
  return (
    <button type="button" class="button" onClick={() => void leave()}>
      {label}
    </button>
  );
}

interface AskedProps {
  label: string;
  /** Of the question; the label where it says enough. */
  title?: string;
  question: string;
  yes: string;
  deed: () => Promise<unknown>;
  /** It gives up the match that runs. */
  danger?: boolean;
}

/** A button whose deed cannot be taken back: it asks first. */
function Asked({ label, title = label, question, yes, deed, danger = false }: AskedProps) {
  const words = useWords();
  const [asking, setAsking] = useState(false);
  const run = () => {
    setAsking(false);
    void attempt(words, deed());
  };
  return (
    <>
      <button type="button" class={danger ? "button danger" : "button"} onClick={() => setAsking(true)}>
        {label}
      </button>
      <Dialog
        open={asking}
        title={title}
        closeLabel={words.app.close}
        onClose={() => setAsking(false)}
        actions={
          <>
            <button type="button" class="button" onClick={() => setAsking(false)}>
              {words.app.cancel}
            </button>
            <button type="button" class={danger ? "button danger" : "button main"} onClick={run}>
              {yes}
            </button>
          </>
        }
      >
        <p>{question}</p>
      </Dialog>
    </>
  );
}
