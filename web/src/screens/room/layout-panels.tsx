import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Announcement } from "../../parts/announcement";
import { Panel } from "../../parts/panel";
import { useWords } from "../../words";
import type { Editing } from "./editor";
import { SavedLayouts } from "./saved";

interface LayoutPanelsProps {
  editing: Editing;
  confirmed: boolean;
  /** The other side has yet to come or to lay out. */
  waits: boolean;
  /** What to say besides: the opponent has confirmed, say. */
  news: string | null;
  busy: boolean;
  onConfirm: () => void;
  onAgain: () => void;
  /** Two people on one device: what one of them keeps, the other could read. */
  shared?: boolean;
  /** What comes before the layout, such as the link to send. */
  head?: ComponentChildren;
  children?: ComponentChildren;
}

/** Everything beside the board while a layout is made. */
export function LayoutPanels(props: LayoutPanelsProps) {
  const { editing, confirmed, waits, news, busy, onConfirm, onAgain, shared = false, head, children } = props;
  const { layout: words } = useWords();
  const [savedOpen, setSavedOpen] = useState(false);
  const { editor, message } = editing;

  if (confirmed) {
    return (
      <>
        <Announcement
          now={waits ? words.waiting : words.confirmed}
          last={waits ? words.confirmed : news}
          busy={waits}
        />
        {head}
        <button type="button" class="button wide" disabled={busy} onClick={onAgain}>
          {words.again}
        </button>
        {children}
      </>
    );
  }
  return (
    <>
      <Announcement
        now={message?.text ?? words.title}
        last={message?.refused ? words.refused : news}
        tone={message?.refused ? "warn" : "yours"}
      />
      {head}
      <button type="button" class="button main wide" disabled={!editor || busy} aria-busy={busy} onClick={onConfirm}>
        {busy ? words.confirming : waits ? words.confirmAndWait : words.confirm}
      </button>
      <div class="tools">
        <button type="button" class="button" disabled={!editor || editing.loading} onClick={editing.random}>
          {words.random}
        </button>
        <button type="button" class="button" disabled={!editor} onClick={editing.mirror}>
          {words.mirror}
        </button>
        {!shared && (
          <button
            type="button"
            class="button"
            disabled={!editor || !editing.last}
            title={editing.last ? undefined : words.lastMissing}
            onClick={() => editing.last?.()}
          >
            {words.last}
          </button>
        )}
        <div class="pair">
          <Turn
            label={words.undo}
            path="M9 5L4 10l5 5M4 10h9a6 6 0 0 1 0 10h-2"
            possible={!!editor?.past.length}
            onClick={editing.undo}
          />
          <Turn
            label={words.redo}
            path="M15 5l5 5-5 5M20 10h-9a6 6 0 0 0 0 10h2"
            possible={!!editor?.future.length}
            onClick={editing.redo}
          />
        </div>
      </div>
      <p class="soft small">{words.hint}</p>
      {children}
      {!shared && (
        <Panel title={words.saved} open={savedOpen} onToggle={setSavedOpen}>
          {savedOpen && editor && <SavedLayouts editor={editor} onUse={editing.use} />}
        </Panel>
      )}
    </>
  );
}

interface TurnProps {
  label: string;
  path: string;
  possible: boolean;
  onClick: () => void;
}

function Turn({ label, path, possible, onClick }: TurnProps) {
  return (
    <button type="button" class="button" aria-label={label} title={label} disabled={!possible} onClick={onClick}>
      <svg width="22" height="22" viewBox="0 0 24 24" aria-hidden="true">
        <path
          d={path}
          fill="none"
          stroke="currentColor"
          stroke-width="2"
          stroke-linecap="round"
          stroke-linejoin="round"
        />
      </svg>
    </button>
  );
}
