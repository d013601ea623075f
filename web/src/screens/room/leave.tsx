import { useState } from "preact/hooks";
import { api } from "../../parts/client";
import { Dialog } from "../../parts/dialog";
import { isPerson } from "../../parts/people";
import { useWords } from "../../words";
import { attempt } from "./deeds";
import type { Seated } from "./seated";

/** Ways out of a running match: start over (against the computer), and choose another mode. */
export function LeaveTools({ seated }: { seated: Seated }) {
  const { room, store, snapshot, own, setRoom } = seated;
  const words = useWords();
  const friend = snapshot.seats.some((seat) => seat.side !== own && isPerson(seat.player));
  const again = async () => {
    await store.resign();
    setRoom(await api.offerRematch(room.slug));
  };
  return (
    <>
      {!friend && snapshot.phase === "playing" && (
        <Asked danger label={words.play.again} question={words.play.againText} yes={words.play.again} deed={again} />
      )}
      <LeaveButton slug={room.slug} />
    </>
  );
}

export function LeaveButton({ slug }: { slug: string }) {
  const words = useWords();
  const leave = async () => {
    await api.leave(slug);
    return "/";
  };
  return (
    <Asked label={words.play.chooseMode} question={words.play.chooseModeText} yes={words.lobby.leave} deed={leave} />
  );
}

interface AskedProps {
  label: string;
  question: string;
  yes: string;
  deed: () => Promise<unknown>;
  /** It gives up the match that runs. */
  danger?: boolean;
}

/** A button whose deed cannot be taken back: it asks first. */
function Asked({ label, question, yes, deed, danger = false }: AskedProps) {
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
        title={label}
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
