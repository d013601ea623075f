import { useEffect } from "preact/hooks";
import type { OpenRoom } from "../api/social";
import { useLang, useWords } from "../words";
import { loadSocial } from "../words/social";
import { go, hasPlayer, link, social } from "./client";
import { showToast } from "./toast";

const LOOK_EVERY = 45_000;
/** Rooms that were told of on this page. */
const told = new Set<string>();
/** Where they stand anyway. */
const LOBBY = "/lobby";

/** Tells of invitations wherever one is on the site. Who has no player here is not invited. */
export function useInvitationNotes(): void {
  const { players } = useWords();
  const lang = useLang();
  useEffect(() => {
    let isShown = true;
    const tell = async (fresh: readonly OpenRoom[]) => {
      const { invitations: words } = await loadSocial(lang);
      for (const { slug, host } of fresh) {
        if (!isShown || told.has(slug)) continue;
        told.add(slug);
        const text = words.from(host?.name ?? players.opponent);
        showToast(text, { bad: false, action: { label: words.look, run: () => go(`/r/${slug}`) } });
      }
    };
    const look = () => {
      if (document.visibilityState !== "visible" || !hasPlayer() || location.pathname === LOBBY) return;
      // why nothing on failure: it is asked again
      social.invitations().then(
        (all) => void tell(all.filter(({ slug }) => !told.has(slug) && location.pathname !== `/r/${slug}`)),
        () => undefined,
      );
    };
    const unheed = link.calls.invitation.subscribe(look); // begins with a look
    const timer = setInterval(look, LOOK_EVERY);
    document.addEventListener("visibilitychange", look);
    return () => {
      isShown = false;
      unheed();
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [lang, players]);
}
