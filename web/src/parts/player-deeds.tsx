import { useWords } from "../words";
import { go } from "./client";
import { attemptSocial, blockPlayer, inviteByName } from "./people-deeds";
import { useSocialWords } from "./social-words";

interface PlayerDeedsProps {
  /** As the player is called here. */
  name: string;
  invite?: string | undefined;
  onDone: () => void;
}

/** Entries of a player's menu: another game with them, or nothing more to do with them. */
export function PlayerDeeds({ name, invite, onDone }: PlayerDeedsProps) {
  const words = useWords();
  const social = useSocialWords();
  if (!social) return null;
  const said = { words, social };
  return (
    <>
      {invite && (
        <button
          type="button"
          class="button quiet"
          onClick={() => void attemptSocial(said, async () => go(await inviteByName(invite, name)))}
        >
          {social.people.invite}
        </button>
      )}
      <button
        type="button"
        class="button quiet"
        onClick={() => {
          onDone();
          void blockPlayer(said, name);
        }}
      >
        {social.people.block}
      </button>
    </>
  );
}
