/** What is done about another player by name, and the short note that says so. */

import { signal } from "@preact/signals";
import type { Words } from "../words";
import type { SocialWords } from "../words/social";
import { api, problemOf, social } from "./client";
import { socialRefusal } from "./social-words";
import { showToast } from "./toast";

interface Said {
  words: Words;
  social: SocialWords;
}

/** Counts changes of whom the player has blocked: what was said by them comes and goes. */
export const blockChanges = signal(0);

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

export function blockPlayer(said: Said, name: string): Promise<boolean> {
  return attemptSocial(said, async () => {
    const { id } = await social.block(name);
    const undo = () =>
      void attemptSocial(said, async () => {
        await unblockPlayer(id);
        showToast(said.social.people.unblocked(name));
      });
    blockChanges.value += 1;
    showToast(said.social.people.blocked(name), { action: { label: said.social.people.undo, run: undo } });
  });
}

export async function unblockPlayer(block: string): Promise<void> {
  await social.unblock(block);
  blockChanges.value += 1;
}

/** A room whose other seat is kept for the player; answers its address. */
export async function inviteByName(system: string, name: string): Promise<string> {
  const { slug } = await api.createRoom({ system, opponent: "friend", invite: name });
  return `/r/${slug}`;
}
