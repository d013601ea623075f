import type { Problem } from "../game/contracts";
import { useLang, type Words } from "../words";
import { loadSocial, type SocialWords } from "../words/social";
import { useLoaded } from "./load";

/** Words about other people; null until they are there, and while they are not wanted. */
export function useSocialWords(isWanted = true): SocialWords | null {
  const lang = useLang();
  return useLoaded(isWanted ? lang : null, () => loadSocial(lang)).value;
}

/** Why something was not done. */
export function socialRefusal(words: Words, social: SocialWords, { code, until }: Problem): string {
  if (code === "muted" && until) return social.mutedUntil(words.app.date(new Date(until)));
  const texts: Readonly<Record<string, string>> = social.refusals;
  return (Object.hasOwn(texts, code) && texts[code]) || social.refusals.other;
}
