import { useState } from "preact/hooks";
import { useWords } from "../words";
import { hasPlayer, social } from "./client";
import { useLoaded } from "./load";
import { Panel } from "./panel";
import { attemptSocial, unblockPlayer } from "./people-deeds";
import { useSocialWords } from "./social-words";

/** Whom this player has blocked, and the way to lift it. */
export function BlockedPlayers() {
  const words = useWords();
  const said = useSocialWords(hasPlayer());
  const [open, setOpen] = useState(false);
  const blocks = useLoaded(open ? "blocks" : null, () => social.blocks());
  if (!said) return null;
  const unblock = (id: string) =>
    void attemptSocial({ words, social: said }, async () => {
      await unblockPlayer(id);
      blocks.again();
    });
  return (
    <Panel title={said.people.list} open={open} onToggle={setOpen}>
      {blocks.problem && <p role="alert">{said.refusals.network}</p>}
      {blocks.value?.length === 0 && <p class="soft small">{said.people.none}</p>}
      <ul class="lines">
        {blocks.value?.map(({ id, player }) => (
          <li key={id} class="line">
            <span class="grow">{player.name}</span>
            <button
              type="button"
              class="button"
              aria-label={said.people.unblockWhom(player.name)}
              onClick={() => unblock(id)}
            >
              {said.people.unblock}
            </button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
