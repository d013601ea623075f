import { useEffect, useId, useRef, useState } from "preact/hooks";
import type { Accused, Complaint, Problem } from "../game/contracts";
import { useLang, useWords } from "../words";
import { loadModeration, type ModerationWords } from "../words/moderation";
import { api, problemOf } from "./client";
import { Dialog } from "./dialog";
import { useLoaded } from "./load";

type Reason = Complaint["reason"];

/** As the API has it, in characters as people count them. */
const LONGEST_NOTE = 500;
const REASONS: readonly Reason[] = ["cheating", "abuse", "name", "spam", "other"];

interface ReportDialogProps {
  open: boolean;
  /** Of the player, as it is shown. */
  name: string;
  accused: () => Accused | Promise<Accused>;
  onClose: () => void;
}

interface Draft {
  reason: Reason | null;
  note: string;
}

const EMPTY: Draft = { reason: null, note: "" };

/** Tells the moderators about another player. What was written is kept until it is sent. */
export function ReportDialog({ open, name, accused, onClose }: ReportDialogProps) {
  const words = useWords();
  const lang = useLang();
  const text = useLoaded(open ? lang : null, () => loadModeration(lang));
  const [draft, setDraft] = useState(EMPTY);
  const [sent, setSent] = useState(false);
  const close = () => {
    setSent(false);
    onClose();
  };
  const send = async ({ reason, note }: Draft & { reason: Reason }) => {
    const where = await accused();
    const kind = "message" in where ? "message" : reason === "name" ? "name" : "player";
    await api.report({ ...where, kind, reason, note: note.trim() });
    setDraft(EMPTY);
    setSent(true);
  };

  const said = text.value?.report;
  const title = said ? (sent ? said.sentTitle : said.title(name)) : words.players.report;
  return (
    <Dialog open={open} title={title} closeLabel={words.app.close} onClose={close}>
      {!said && !text.problem && <p class="dots">{words.app.loading}</p>}
      {!said && text.problem && (
        <>
          <p role="alert">{words.problems.network.text}</p>
          <button type="button" class="button" onClick={text.again}>
            {words.problemActions.retry}
          </button>
        </>
      )}
      {said && (sent ? <Sent text={said.sent} onClose={close} /> : <Form {...{ said, draft, setDraft, send }} />)}
    </Dialog>
  );
}

function Sent({ text, onClose }: { text: string; onClose: () => void }) {
  const { app } = useWords();
  const button = useRef<HTMLButtonElement>(null);
  // why: the button that had the focus is gone
  useEffect(() => button.current?.focus(), []);
  return (
    <>
      <p role="status">{text}</p>
      <div class="actions">
        <button type="button" class="button main" ref={button} onClick={onClose}>
          {app.close}
        </button>
      </div>
    </>
  );
}

interface FormProps {
  said: ModerationWords["report"];
  draft: Draft;
  setDraft: (draft: Draft) => void;
  send: (draft: Draft & { reason: Reason }) => Promise<void>;
}

function Form({ said, draft, setDraft, send }: FormProps) {
  const [complaint, setComplaint] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const id = useId();
  const { reason, note } = draft;
  const used = [...note].length;
  const change = (part: Partial<Draft>) => {
    setComplaint(null);
    setDraft({ ...draft, ...part });
  };
  const submit = async (event: Event) => {
    event.preventDefault();
    if (busy) return;
    setComplaint(null);
    if (reason === null) return setComplaint(said.reasonMissing);
    if (used > LONGEST_NOTE) return setComplaint(said.tooLong(used - LONGEST_NOTE));
    // why: nothing else would say what it is about
    if (reason === "other" && !note.trim()) return setComplaint(said.noteMissing);
    setBusy(true);
    try {
      await send({ reason, note });
    } catch (error) {
      setComplaint(refusal(said, problemOf(error)));
      setBusy(false);
    }
  };

  return (
    <form class="report" onSubmit={submit} noValidate>
      <fieldset class="reasons">
        <legend>{said.reason}</legend>
        {REASONS.map((each) => (
          <label key={each} class="check">
            <input
              type="radio"
              name={`${id}-reason`}
              value={each}
              checked={reason === each}
              onChange={() => change({ reason: each })}
            />
            <span>{said.reasons[each]}</span>
          </label>
        ))}
      </fieldset>
      <label class="field">
        <span>{reason === "other" ? said.noteNeeded : said.note}</span>
        <textarea
          class="input"
          rows={4}
          value={note}
          aria-describedby={`${id}-count`}
          onInput={(event) => change({ note: event.currentTarget.value })}
        />
      </label>
      <p id={`${id}-count`} class={used > LONGEST_NOTE ? "count over" : "count"}>
        {said.count(used, LONGEST_NOTE)}
      </p>
      <p class="soft small">{said.next}</p>
      {complaint && (
        <p class="refusal" role="alert">
          {complaint}
        </p>
      )}
      <div class="actions">
        <button type="submit" class="button main" disabled={busy} aria-busy={busy}>
          {busy ? said.sending : said.send}
        </button>
      </div>
    </form>
  );
}

/** Why the report was not taken, and what to do. */
function refusal(said: ModerationWords["report"], problem: Problem): string {
  if (problem.code === "rate-limited") return said.later(Math.max(1, Math.ceil((problem.retry_after ?? 60) / 60)));
  const texts: Readonly<Record<string, string>> = said.problems;
  return (Object.hasOwn(texts, problem.code) && texts[problem.code]) || said.problems.other;
}
