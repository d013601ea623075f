import { useEffect, useId, useRef, useState } from "preact/hooks";
import type { Accused } from "../game/contracts";
import { useWords } from "../words";
import { useEscape } from "./escape";
import { PlayerDeeds } from "./player-deeds";
import { ReportDialog } from "./report";

interface PlayerMenuProps {
  name: string;
  /** Where the player sits or sat, found out when it is needed. */
  accused: () => Accused | Promise<Accused>;
  /** The game system to invite the player to, where that makes sense. */
  invite?: string;
}

/** What can be done about another player, behind a button at the name. */
export function PlayerMenu({ name, accused, invite }: PlayerMenuProps) {
  const { players: words } = useWords();
  const [open, setOpen] = useState(false);
  const [reporting, setReporting] = useState(false);
  const place = useRef<HTMLSpanElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const items = useId();
  useEscape(open, () => {
    setOpen(false);
    button.current?.focus();
  });
  useEffect(() => {
    if (!open) return;
    const leave = (event: Event) => {
      if (event.target instanceof Node && !place.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener("pointerdown", leave);
    document.addEventListener("focusin", leave);
    return () => {
      document.removeEventListener("pointerdown", leave);
      document.removeEventListener("focusin", leave);
    };
  }, [open]);

  const report = () => {
    // why: the dialog gives the focus back to where it was, and this entry will be gone
    button.current?.focus();
    setOpen(false);
    setReporting(true);
  };
  return (
    <span class="player-menu" ref={place}>
      <button
        type="button"
        class="cross"
        ref={button}
        aria-label={words.menu(name)}
        title={words.menu(name)}
        aria-expanded={open}
        aria-controls={items}
        onClick={() => setOpen(!open)}
      >
        <Dots />
      </button>
      <span class="player-menu-items" id={items} hidden={!open}>
        <button type="button" class="button quiet" onClick={report}>
          {words.report}
        </button>
        {open && <PlayerDeeds name={name} invite={invite} onDone={() => setOpen(false)} />}
      </span>
      <ReportDialog open={reporting} name={name} accused={accused} onClose={() => setReporting(false)} />
    </span>
  );
}

function Dots() {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" fill="currentColor" aria-hidden="true">
      <circle cx="3" cy="8" r="1.5" />
      <circle cx="8" cy="8" r="1.5" />
      <circle cx="13" cy="8" r="1.5" />
    </svg>
  );
}
