import { useEffect, useState } from "preact/hooks";
import { Link } from "wouter-preact";
import type { Ban } from "../api/ban";
import { api, problemOf, useTitle } from "../parts/client";
import { useLoaded } from "../parts/load";
import { rulesAddress } from "../parts/rules-address";
import { clearToasts } from "../parts/toast";
import { Waiting } from "../parts/waiting";
import { useLang, useWords } from "../words";
import { loadModeration } from "../words/moderation";

/** In ms; a longer wait is begun again. */
const LONGEST_TIMER = 3_600_000;

/** In place of every screen that a banned player cannot use: until when, and what the moderators say. */
export function BannedScreen({ ban }: { ban: Ban }) {
  const words = useWords();
  const lang = useLang();
  const text = useLoaded(lang, () => loadModeration(lang));
  const [answer, setAnswer] = useState<"still" | "unreachable" | null>(null);
  const [busy, setBusy] = useState(false);
  useTitle(words.problems.banned.title);
  useEffect(clearToasts, []);

  // why: the answer, or the refusal, changes `ban` by itself
  const look = async () => {
    setBusy(true);
    await api.me().catch((error) => setAnswer(problemOf(error).code === "banned" ? "still" : "unreachable"));
    setBusy(false);
  };
  useEffect(() => {
    if (ban.until === null) return;
    const left = Math.max(1_000, Date.parse(ban.until) - Date.now());
    const timer = setTimeout(() => void api.me().catch(() => undefined), Math.min(left, LONGEST_TIMER));
    return () => clearTimeout(timer);
  }, [ban]);

  if (!text.value && !text.problem) return <Waiting />;
  const said = text.value?.banned;
  const texts: Readonly<Record<string, string>> = text.value?.texts ?? {};
  return (
    <main id="content">
      <section class="letter">
        <h1>{said?.title ?? words.problems.banned.title}</h1>
        {said && <p>{ban.until === null ? said.forEver : said.until(words.app.date(new Date(ban.until)))}</p>}
        {said && Object.hasOwn(texts, ban.message) && (
          <>
            <p class="soft small">{said.said}</p>
            <blockquote class="said">{texts[ban.message]}</blockquote>
          </>
        )}
        <p>{said?.mistake ?? words.problems.banned.text}</p>
        {said && answer && <p role="status">{said[answer]}</p>}
        <div class="row">
          <button type="button" class="button main" disabled={busy} aria-busy={busy} onClick={look}>
            {said?.again ?? words.problemActions.retry}
          </button>
          <Link href={rulesAddress()} class="button">
            {words.nav.rules}
          </Link>
        </div>
      </section>
    </main>
  );
}
