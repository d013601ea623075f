import type { OpenRoom } from "../../api/social";
import { api, go, social as people } from "../../parts/client";
import { attemptSocial } from "../../parts/people-deeds";
import { playerName, useWords } from "../../words";
import type { SocialWords } from "../../words/social";
import { About } from "./about";

interface InvitationsProps {
  invitations: readonly OpenRoom[];
  social: SocialWords;
  onChange: () => void;
}

/** Seats that are kept for this player; nothing where there are none. */
export function Invitations({ invitations, social, onChange }: InvitationsProps) {
  const words = useWords();
  if (invitations.length === 0) return null;
  const accept = async ({ slug, seat }: OpenRoom) => {
    if (await attemptSocial({ words, social }, () => api.claim(slug, seat, null))) go(`/r/${slug}`);
    else onChange();
  };
  const decline = async ({ slug }: OpenRoom) => {
    await attemptSocial({ words, social }, () => people.decline(slug));
    onChange();
  };
  return (
    <section class="panel">
      <div class="inside">
        <h2>{social.invitations.title}</h2>
        {invitations.map((room) => {
          const host = playerName(words, room.host);
          return (
            <div key={room.slug} class="stack">
              <p>{social.invitations.from(host)}</p>
              <About room={room} social={social} />
              <div class="pair">
                <button
                  type="button"
                  class="button main"
                  aria-label={social.lobby.joinWhom(host)}
                  onClick={() => accept(room)}
                >
                  {social.lobby.join}
                </button>
                <button
                  type="button"
                  class="button"
                  aria-label={social.invitations.declineWhom(host)}
                  onClick={() => decline(room)}
                >
                  {social.invitations.decline}
                </button>
              </div>
            </div>
          );
        })}
      </div>
    </section>
  );
}
