import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Announcement } from "../../parts/announcement";
import { Panel } from "../../parts/panel";
import { useWords } from "../../words";
import type { Editing } from "./editor";
import { LayoutFiles } from "./layout-files";
import { SavedLayouts } from "./saved";
import { Setups } from "./setups";

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
  /** What comes before the layout is confirmed, such as the link to send; null where that comes first. */
  head?: ComponentChildren;
  children?: ComponentChildren;
}

/** Everything beside the board while a layout is made. */
export function LayoutPanels(props: LayoutPanelsProps) {
  const { editing, confirmed, waits, news, busy, onConfirm, onAgain, shared = false, head, children } = props;
  const { layout: words } = useWords();
  const [savedOpen, setSavedOpen] = useState(false);
  const [setupsOpen, setSetupsOpen] = useState(false);
  const { editor, message } = editing;
  const isParty = (editor?.system.sides.length ?? 0) > 2;

  if (confirmed) {
    return (
      <>
        <Announcement
          now={waits ? (isParty ? words.waitingAll : words.waiting) : words.confirmed}
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
        now={message?.text ?? words.hint}
        last={message?.refused ? words.refused : (news ?? words.title)}
        tone={message?.refused ? "warn" : "yours"}
      />
      <div class="deeds">
        {head}
        <button
          type="button"
          class={head ? "button grow" : "button main grow"}
          disabled={!editor || busy}
          aria-busy={busy}
          onClick={onConfirm}
        >
          {busy ? words.confirming : waits ? words.confirmAndWait : words.confirm}
        </button>
      </div>
      <div class="tools layout-tools">
        <Tool
          label={words.random}
          path="M4 7h3c5 0 5 10 10 10h3M4 17h3c2 0 3-1.6 3.9-3.4M13 10.4C14 8.6 15 7 17 7h3M17.5 4.5L20 7l-2.5 2.5M17.5 14.5L20 17l-2.5 2.5"
          possible={!!editor && !editing.loading}
          onClick={editing.random}
        />
        <Tool
          label={words.mirror}
          path="M12 4v2M12 9v2M12 14v2M12 19v1M8.5 7.5v9H3zM15.5 7.5v9H21z"
          possible={!!editor}
          onClick={editing.mirror}
        />
        {!shared && (
          <Tool
            label={words.last}
            path="M5 5v4h4M5.4 9A7.5 7.5 0 1 1 4.5 12M12 8v4.5l3 1.5"
            why={editing.last ? undefined : words.lastMissing}
            possible={!!editor && !!editing.last}
            onClick={() => editing.last?.()}
          />
        )}
        <div class="pair">
          <Tool
            label={words.undo}
            path="M9 5L4 10l5 5M4 10h9a6 6 0 0 1 0 10h-2"
            possible={!!editor?.past.length}
            plain
            onClick={editing.undo}
          />
          <Tool
            label={words.redo}
            path="M15 5l5 5-5 5M20 10h-9a6 6 0 0 0 0 10h2"
            possible={!!editor?.future.length}
            plain
            onClick={editing.redo}
          />
        </div>
      </div>
      {children}
      {!shared && (
        <Panel title={words.saved} open={savedOpen} onToggle={setSavedOpen}>
          {savedOpen && editor && <SavedLayouts editor={editor} onUse={editing.use} />}
        </Panel>
      )}
      {editor?.system.layout_formats?.length ? (
        <>
          <Panel title={words.setups} open={setupsOpen} onToggle={setSetupsOpen}>
            {setupsOpen && <Setups editor={editor} onUse={editing.use} />}
          </Panel>
          {!shared && (
            <Panel title={words.file}>
              <LayoutFiles editor={editor} onUse={editing.read} />
            </Panel>
          )}
        </>
      ) : null}
    </>
  );
}

interface ToolProps {
  label: string;
  path: string;
  possible: boolean;
  /** Why it is not possible, where that is not plain to see. */
  why?: string | undefined;
  /** Only the sign: everybody knows it. */
  plain?: boolean;
  onClick: () => void;
}

/** Its name is hidden on a phone; then the referee's line says what it did. */
function Tool({ label, path, possible, why, plain = false, onClick }: ToolProps) {
  return (
    <button type="button" class="button" title={why ?? label} disabled={!possible} onClick={onClick}>
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
      <span class={plain ? "unseen" : undefined}>{label}</span>
    </button>
  );
}
