import { useState } from "preact/hooks";
import { Link } from "wouter-preact";
import type { OpenRoom } from "../../api/social";
import { api, go } from "../../parts/client";
import { attemptSocial } from "../../parts/people-deeds";
import { playerName, useWords } from "../../words";
import type { SocialWords } from "../../words/social";
import { About } from "./about";
import type { Found } from "./index";

interface OpenRoomsProps {
  found: Found;
  social: SocialWords;
  onLook: () => void;
  onMore: () => Promise<void>;
}

/** Rooms that anybody may join. */
export function OpenRooms({ found, social, onLook, onMore }: OpenRoomsProps) {
  const words = useWords();
  const { lobby } = social;
  const [busy, setBusy] = useState<string | null>(null);
  const join = async ({ slug, seat }: OpenRoom) => {
    setBusy(slug);
    const joined = await attemptSocial({ words, social }, () => api.claim(slug, seat, null));
    setBusy(null);
    if (joined) go(`/r/${slug}`);
    else onLook();
  };
  const more = () => void attemptSocial({ words, social }, onMore);
  return (
    <section class="stack" aria-label={lobby.title}>
      {found.rooms.length === 0 ? (
        <>
          <p>{lobby.empty}</p>
          <p class="soft">{lobby.emptyHint}</p>
        </>
      ) : (
        <p class="soft">{lobby.lead}</p>
      )}
      <ul class="lines">
        {found.rooms.map((room) => (
          <li key={room.slug} class="open-room">
            <About room={room} social={social} />
            {room.yours ? (
              <Link href={`/r/${room.slug}`} class="button">
                {lobby.enter}
              </Link>
            ) : (
              <button
                type="button"
                class="button main"
                disabled={busy !== null}
                aria-busy={busy === room.slug}
                aria-label={lobby.joinWhom(playerName(words, room.host))}
                onClick={() => join(room)}
              >
                {lobby.join}
              </button>
            )}
          </li>
        ))}
      </ul>
      <div class="row">
        {found.next && (
          <button type="button" class="button" onClick={more}>
            {lobby.more}
          </button>
        )}
        <button type="button" class="button" onClick={onLook}>
          {lobby.refresh}
        </button>
      </div>
    </section>
  );
}
