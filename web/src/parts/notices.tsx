import { useEffect, useRef, useState } from "preact/hooks";
import { useLocation } from "wouter-preact";
import { ban } from "../api/ban";
import type { Notice } from "../game/contracts";
import { useLang, useWords } from "../words";
import { loadModeration, type ModerationWords } from "../words/moderation";
import { api, hasPlayer, link } from "./client";
import { Dialog } from "./dialog";
import { useLoaded } from "./load";

/** Another look is taken when the player goes to another screen, but not sooner than this, in ms. */
const LOOK_AGAIN_AFTER = 20_000;

/** What moderators did that concerns the player: each notice until the player says that it was read. */
export function Notices() {
  const words = useWords();
  const lang = useLang();
  const [waiting, setWaiting] = useNotices();
  const [failed, setFailed] = useState(false);
  const notice = waiting[0];
  const text = useLoaded(notice ? lang : null, () => loadModeration(lang));
  if (!notice || !text.value || ban.value) return null;

  const next = () => {
    setFailed(false);
    setWaiting(waiting.slice(1));
  };
  const read = async () => {
    try {
      await api.readNotice(notice.id);
      next();
    } catch {
      setFailed(true);
    }
  };
  const { notices: said, texts } = text.value;
  return (
    <Dialog
      key={notice.id}
      open
      title={entry(said.titles, notice.kind) ?? said.titles.other}
      closeLabel={words.app.close}
      onClose={next}
      actions={
        <button type="button" class="button main" onClick={read}>
          {said.read}
        </button>
      }
    >
      {notice.message !== "" && <p>{entry(texts, notice.message) ?? texts["house-rules"]}</p>}
      {notice.kind === "mute" && <p>{muted(words.app.date, said, notice)}</p>}
      <p class="soft small">{said.when(words.app.date(new Date(notice.created_at)))}</p>
      {failed && (
        <p class="refusal" role="alert">
          {said.failed}
        </p>
      )}
    </Dialog>
  );
}

/** The notices to show, oldest first, asked for whenever a screen opens or the server says that there is one more. */
function useNotices(): [readonly Notice[], (waiting: readonly Notice[]) => void] {
  const [location] = useLocation();
  const [waiting, setWaiting] = useState<readonly Notice[]>([]);
  const [lookedAt, setLookedAt] = useState(Number.NEGATIVE_INFINITY);
  const [putOff] = useState(() => new Set<string>());
  const called = link.calls.notice.value;
  const heeded = useRef(called);
  useEffect(() => {
    const isFresh = heeded.current === called && performance.now() - lookedAt < LOOK_AGAIN_AFTER;
    heeded.current = called;
    if (!hasPlayer() || isFresh) return;
    setLookedAt(performance.now());
    api.notices().then(
      (all) => setWaiting(all.filter((each) => isNews(each, new Date()) && !putOff.has(each.id)).reverse()),
      () => undefined, // why: nobody asked for them; the next screen asks again
    );
  }, [location, called]);
  const set = (rest: readonly Notice[]) => {
    for (const { id } of waiting) if (!rest.some((each) => each.id === id)) putOff.add(id);
    setWaiting(rest);
  };
  return [waiting, set];
}

/** Bans have a screen of their own; what was lifted or is over concerns nobody any more. */
export function isNews({ kind, read_at, lifted_at, until }: Notice, now: Date): boolean {
  return kind !== "ban" && read_at === null && lifted_at === null && (until === null || new Date(until) > now);
}

function muted(date: (date: Date) => string, said: ModerationWords["notices"], { until }: Notice): string {
  return until === null ? said.muteForEver : said.muteUntil(date(new Date(until)));
}

function entry(table: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
