/** What is done about another player by name, and the short note that says so. */

import type { Words } from "../words";
import type { SocialWords } from "../words/social";
import { api, problemOf, social } from "./client";
import { socialRefusal } from "./social-words";
import { showToast } from "./toast";

interface Said {
  words: Words;
  social: SocialWords;
}

/** A refusal becomes a toast. True when it was done. */
export async function attemptSocial({ words, social: said }: Said, deed: () => Promise<unknown>): Promise<boolean> {
  try {
    await deed();
    return true;
  } catch (error) {
    showToast(socialRefusal(words, said, problemOf(error)), { bad: true });
    return false;
  }
}

/** `changed` is told of the block and of its undoing. */
export function blockPlayer(said: Said, name: string, changed: () => void): Promise<boolean> {
  return attemptSocial(said, async () => {
    const { id } = await social.block(name);
    const undo = () =>
      void attemptSocial(said, async () => {
        await social.unblock(id);
        changed();
        showToast(said.social.people.unblocked(name));
      });
    changed();
    showToast(said.social.people.blocked(name), { action: { label: said.social.people.undo, run: undo } });
  });
}

/** A room whose other seat is kept for the player; answers its address. */
export async function inviteByName(system: string, name: string): Promise<string> {
  const { slug } = await api.createRoom({ system, opponent: "friend", invite: name });
  return `/r/${slug}`;
}
