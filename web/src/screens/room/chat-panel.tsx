import { useEffect, useRef, useState } from "preact/hooks";
import type { ChatLine, Preset, Saying } from "../../api/social";
import { social as people, problemOf } from "../../parts/client";
import { Panel } from "../../parts/panel";
import { isPerson } from "../../parts/people";
import { blockPlayer } from "../../parts/people-deeds";
import { ReportDialog } from "../../parts/report";
import { socialRefusal } from "../../parts/social-words";
import { showToast } from "../../parts/toast";
import { playerName, useWords, type Words } from "../../words";
import type { SocialWords } from "../../words/social";
import { type ChatLines, collapsed, type Said, useChatLines } from "./chat-lines";
import { type Outbox, useOutbox } from "./outbox";
import type { Seated } from "./seated";

const LONGEST_TEXT = 300;
/** A little less than the server's five minutes. */
const TAKE_BACK_MS = 290_000;
/** Beside the board there is room for it, always on the screen; as in social.css. */
const DOCKED = "(width >= 56.25rem) and (height >= 40rem)";

interface ChatProps {
  seated: Seated;
  social: SocialWords;
}

/** Folded away where it would push things off the screen, and until there is somebody to talk to. */
export function ChatPanel({ seated, social }: ChatProps) {
  const words = useWords();
  const [isDocked] = useState(() => matchMedia(DOCKED).matches);
  const [chosen, setOpen] = useState<boolean | null>(null);
  const open = chosen ?? (isDocked && seated.room.seats.every(({ player }) => player !== null));
  const place = useRef<HTMLDivElement>(null);
  const show = () => {
    setOpen(true);
    requestAnimationFrame(() => place.current?.scrollIntoView({ block: "nearest" }));
  };
  const chat = useChatLines(seated, (line) => {
    if (open || isDocked) return;
    showToast(whole(words, social, { line, times: 1 }), { action: { label: social.chat.open, run: show } });
  });
  const last = chat.lines.at(-1)?.id;
  // why: what stands there open is read
  useEffect(() => {
    if (open) chat.read();
  }, [open, last]);

  const [text, setText] = useState("");
  const outbox = useOutbox(seated, (line, said) => {
    chat.add(line);
    if ("text" in said) setText((now) => (now === said.text ? "" : now));
  });
  const { unread } = chat;
  const newest = collapsed(chat.lines).at(-1);
  return (
    <div class="chat" ref={place}>
      <Panel
        title={
          <>
            {social.chat.title}
            {unread > 0 && !open && <span class="chat-unread">{social.chat.unread(unread)}</span>}
            {newest && !open && <span class="chat-newest">{whole(words, social, newest)}</span>}
          </>
        }
        open={open}
        onToggle={setOpen}
      >
        {open && <Talk {...{ seated, social, chat, outbox, text, setText }} />}
      </Panel>
    </div>
  );
}

interface TalkProps extends SpeakProps {
  chat: ChatLines;
}

function Talk({ chat, ...speaking }: TalkProps) {
  const { seated, social } = speaking;
  const log = useRef<HTMLDivElement>(null);
  const last = chat.lines.at(-1)?.id;
  // why: the newest line is in sight
  useEffect(() => {
    if (log.current) log.current.scrollTop = log.current.scrollHeight;
  }, [last]);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse scrolls it by keyboard */}
      <div class="chat-log" role="log" aria-label={social.chat.log} tabIndex={0} ref={log}>
        {collapsed(chat.lines).map(({ line, times }) => (
          <Line key={line.id} {...{ line, times, seated, social, chat }} />
        ))}
        {chat.isLoaded && chat.lines.length === 0 && <p class="soft small">{social.chat.empty}</p>}
        {chat.hasFailed && (
          <p class="row">
            {social.chat.failed}
            <button type="button" class="button" onClick={chat.again}>
              {social.chat.again}
            </button>
          </p>
        )}
      </div>
      <Speak {...speaking} />
      {seated.own === null && seated.snapshot.phase !== "over" && <p class="soft small">{social.chat.watching}</p>}
    </>
  );
}

function Line({ line, times, social, seated, chat }: ChatProps & { chat: ChatLines } & Said) {
  const words = useWords();
  const [more, setMore] = useState(false);
  const text = lineText(social, line);
  const name = playerName(words, line.player);
  const who = line.yours ? social.chat.you : line.seat === null ? social.chat.watcher(name) : name;
  const isFresh = Date.now() + seated.store.skew.value - Date.parse(line.at) < TAKE_BACK_MS;
  const takeBack = async () => {
    try {
      await people.takeBack(seated.room.slug, line.id);
      chat.again();
    } catch (error) {
      showToast(socialRefusal(words, social, problemOf(error)), { bad: true });
    }
  };
  return (
    <div class={line.yours ? "chat-line mine" : "chat-line"}>
      <p>
        <span class="chat-who">{words.app.caption(who)}</span>{" "}
        <span class={line.deleted ? "soft" : undefined} dir="auto">
          {times > 1 ? social.chat.times(text, times) : text}
        </span>
      </p>
      {!line.deleted && line.yours && isFresh && (
        <button type="button" class="button quiet small" aria-label={social.chat.takeBackWhat(text)} onClick={takeBack}>
          {social.chat.takeBack}
        </button>
      )}
      {!line.deleted && !line.yours && isPerson(line.player) && (
        <button
          type="button"
          class="button quiet small"
          aria-label={social.chat.more(text)}
          aria-expanded={more}
          onClick={() => setMore(!more)}
        >
          ⋯
        </button>
      )}
      {more && <LineDeeds line={line} name={name} social={social} />}
    </div>
  );
}

interface LineDeedsProps {
  line: ChatLine;
  name: string;
  social: SocialWords;
}

function LineDeeds({ line, name, social }: LineDeedsProps) {
  const words = useWords();
  const [reporting, setReporting] = useState(false);
  const block = () => line.player && void blockPlayer({ words, social }, line.player.name);
  return (
    <div class="row chat-deeds">
      <button type="button" class="button small" onClick={() => setReporting(true)}>
        {social.chat.report}
      </button>
      <button type="button" class="button small" onClick={block}>
        {social.people.block}
      </button>
      <ReportDialog
        open={reporting}
        name={name}
        accused={() => ({ message: line.id })}
        onClose={() => setReporting(false)}
      />
    </div>
  );
}

interface SpeakProps extends ChatProps {
  outbox: Outbox;
  /** What is being written. */
  text: string;
  setText: (text: string) => void;
}

function Speak({ seated, social, outbox, text, setText }: SpeakProps) {
  const words = useWords();
  const { sending, isLate, refusal, say } = outbox;
  const busy = sending !== null && !isLate;
  return (
    <>
      {seated.room.chat === "free" && (
        <form
          class="chat-form"
          onSubmit={(event) => {
            event.preventDefault();
            if (text.trim()) say({ text });
          }}
        >
          <input
            class="input"
            value={text}
            maxLength={LONGEST_TEXT}
            aria-label={social.chat.text}
            placeholder={social.chat.text}
            autoComplete="off"
            enterKeyHint="send"
            onInput={(event) => setText(event.currentTarget.value)}
          />
          <button type="submit" class="button main" disabled={!text.trim()} aria-busy={busy}>
            {social.chat.send}
          </button>
        </form>
      )}
      <fieldset class="chat-phrases">
        <legend class="unseen">{social.chat.phrases}</legend>
        {(Object.keys(social.presets) as Preset[]).map((preset) => (
          <button key={preset} type="button" class="button" aria-disabled={busy} onClick={() => say({ preset })}>
            {social.presets[preset]}
          </button>
        ))}
      </fieldset>
      {sending && isLate && (
        <p class="soft small" role="status">
          {social.chat.late(wordsOf(social, sending))}
        </p>
      )}
      {refusal && (
        <p class="refusal" role="alert">
          {socialRefusal(words, social, refusal)}
        </p>
      )}
    </>
  );
}

/** Who said what, in a line. */
function whole(words: Words, social: SocialWords, { line, times }: Said): string {
  const text = lineText(social, line);
  const name = line.yours ? social.chat.you : playerName(words, line.player);
  return social.chat.said(words.app.caption(name), times > 1 ? social.chat.times(text, times) : text);
}

function wordsOf(words: SocialWords, said: Saying): string {
  return "text" in said ? said.text : words.presets[said.preset];
}

function lineText(words: SocialWords, { preset, text, deleted }: ChatLine): string {
  if (deleted) return words.chat.deleted;
  const presets: Readonly<Record<string, string>> = words.presets;
  return text ?? (preset !== null && Object.hasOwn(presets, preset) ? presets[preset] : preset) ?? "";
}
