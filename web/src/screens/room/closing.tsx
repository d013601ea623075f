import { closedText, useWords } from "../../words";
import type { Seated } from "./seated";

/** The room will close, or has closed. */
export function ClosingNote({ seated }: { seated: Seated }) {
  const words = useWords();
  const { closing, skew } = seated.store;
  const note = closing.value;
  if (!note) return null;
  if (note.at) {
    const time = words.app.date(new Date(Date.parse(note.at) - skew.value));
    return (
      <p class="announcement warn" role="status">
        {words.connection.closing(time)}
      </p>
    );
  }
  return (
    <section class="result" role="alert">
      <h2>{words.connection.roomClosed}</h2>
      <p>{closedText(words, note.reason)}</p>
      <a class="button main" href="/">
        {words.app.toStart}
      </a>
    </section>
  );
}
