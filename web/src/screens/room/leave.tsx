import { useState } from "preact/hooks";
import { api } from "../../parts/client";
import { Dialog } from "../../parts/dialog";
import { isPerson } from "../../parts/people";
import { useWords } from "../../words";
import { attempt } from "./deeds";
import type { Seated } from "./seated";

type Wish = "again" | "leave" | null;

/** Ways out of a running match: play again (against the computer), and choose another mode. */
export function LeaveTools({ seated }: { seated: Seated }) {
  const { room, store, snapshot, own, setRoom } = seated;
  const words = useWords();
  const [wish, setWish] = useState<Wish>(null);
  const friend = snapshot.seats.some((seat) => seat.side !== own && isPerson(seat.player));

  const leave = async () => {
    await api.leave(room.slug);
    return "/";
  };
  const again = async () => {
    await store.resign();
    setRoom(await api.offerRematch(room.slug));
  };
  const run = async () => {
    const deed = wish === "again" ? again() : leave();
    setWish(null);
    await attempt(words, deed);
  };
  return (
    <>
      {!friend && snapshot.phase === "playing" && (
        <button type="button" class="button" onClick={() => setWish("again")}>
          {words.play.again}
        </button>
      )}
      <button type="button" class="button" onClick={() => setWish("leave")}>
        {words.play.chooseMode}
      </button>
      <Dialog
        open={wish !== null}
        title={wish === "again" ? words.play.again : words.play.chooseMode}
        closeLabel={words.app.close}
        onClose={() => setWish(null)}
        actions={
          <>
            <button type="button" class="button" onClick={() => setWish(null)}>
              {words.app.cancel}
            </button>
            <button type="button" class="button main" onClick={run}>
              {wish === "again" ? words.play.again : words.lobby.leave}
            </button>
          </>
        }
      >
        <p>{wish === "again" ? words.play.againText : words.play.chooseModeText}</p>
      </Dialog>
    </>
  );
}
