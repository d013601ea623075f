import { Dialog } from "../../parts/dialog";
import { useWords } from "../../words";
import type { Playing } from "./playing";

/** A piece that stands on the enemy's flag may take it along, or leave it. */
export function CarryDialog({ playing }: { playing: Pick<Playing, "asking" | "answer"> }) {
  const { app, play } = useWords();
  const { asking, answer } = playing;
  const carrying = asking?.find((ply) => ply.length > 2);
  const plain = asking?.find((ply) => ply.length === 2);
  return (
    <Dialog
      open={asking !== null}
      title={play.carry}
      closeLabel={app.close}
      onClose={() => answer(null)}
      actions={
        <>
          <button type="button" class="button" onClick={() => answer(plain ?? null)}>
            {play.carryNo}
          </button>
          <button type="button" class="button main" onClick={() => answer(carrying ?? null)}>
            {play.carryYes}
          </button>
        </>
      }
    >
      <p>{play.carryText}</p>
    </Dialog>
  );
}
