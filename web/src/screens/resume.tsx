import { useState } from "preact/hooks";
import { Link } from "wouter-preact";
import { api, hasPlayer } from "../parts/client";
import { useLoaded } from "../parts/load";
import { useWords } from "../words";

/** The way back into a running game. Its place is kept while it is asked for; who had never played when the page came has none. */
export function Resume() {
  const words = useWords();
  // why: who becomes a player here is on the way to a game, and nothing moves under the finger
  const [known] = useState(hasPlayer);
  const turns = useLoaded(known ? "turns" : null, () => api.turns());
  if (!known) return null;
  const latest = turns.value?.filter((line) => line.room !== null).at(-1);
  return (
    <div class="resume">
      {latest ? (
        <Link href={`/r/${latest.room}`} class="button main wide">
          {words.start.resume}
        </Link>
      ) : (
        <Link href="/history" class="button wide">
          {words.nav.history}
        </Link>
      )}
    </div>
  );
}
