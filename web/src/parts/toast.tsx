import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useLayoutEffect } from "preact/hooks";
import { Cross } from "./dialog";

interface Toast {
  id: number;
  text: ComponentChildren;
  bad: boolean;
  /** Over the masthead, which was on the screen: what is under it stays to be read and pressed. */
  atHead: boolean;
  action: { label: string; run: () => void } | null;
}

const SHOWN_MS = 6000;
/** Scrolled further, the page shows too little of its masthead. In px. */
const MASTHEAD_SEEN = 8;
const toasts = signal<readonly Toast[]>([]);
/** How many tables are on the page; they show the messages themselves. */
const tables = signal(0);
let lastId = 0;

/** A short message over the masthead; where that is not on the screen, at the foot of the screen. A bad one is at the top of the screen; beside a board either is there. A bad one stays until it is dismissed; said again, it is there once. Answers how to take it away before its time. */
export function showToast(text: ComponentChildren, more: { bad?: boolean; action?: Toast["action"] } = {}): () => void {
  lastId += 1;
  const bad = more.bad ?? false;
  const atHead = !bad && scrollY < MASTHEAD_SEEN;
  const toast: Toast = { id: lastId, text, bad, atHead, action: more.action ?? null };
  toasts.value = [...toasts.value.filter((each) => each.text !== text).slice(-2), toast];
  const takeAway = () => dismiss(toast.id);
  if (!toast.bad) setTimeout(takeAway, SHOWN_MS);
  return takeAway;
}

function dismiss(id: number): void {
  toasts.value = toasts.value.filter((each) => each.id !== id);
}

export function clearToasts(): void {
  toasts.value = [];
}

/** At the edges of the screen; where there is a table, over the masthead alone. */
export function Toasts({ closeLabel }: { closeLabel: string }) {
  return (
    <>
      <List closeLabel={closeLabel} place="at-head" />
      {tables.value === 0 && (
        <>
          <List closeLabel={closeLabel} place="at-top" />
          <List closeLabel={closeLabel} place="at-foot" />
        </>
      )}
    </>
  );
}

/** Over the panels beside a board, or as much of them as is on the screen: never over a square. */
export function TableToasts({ closeLabel }: { closeLabel: string }) {
  useLayoutEffect(() => {
    tables.value += 1;
    return () => {
      tables.value -= 1;
    };
  }, []);
  return (
    <div class="toast-place">
      <List closeLabel={closeLabel} place="at-table" />
    </div>
  );
}

interface ListProps {
  closeLabel: string;
  place: keyof typeof BELONGS;
}

/** Which messages are where. A bad one stays, and would lie over what is to be tried again: buttons are rather low. */
const BELONGS = {
  "at-head": ({ atHead }: Toast) => atHead,
  "at-top": ({ bad }: Toast) => bad,
  "at-foot": ({ atHead, bad }: Toast) => !atHead && !bad,
  "at-table": ({ atHead }: Toast) => !atHead,
};

function List({ closeLabel, place }: ListProps) {
  const shown = toasts.value.filter(BELONGS[place]);
  return (
    <div class={`toasts ${place}`} role="status" aria-live="polite">
      {(place === "at-head" ? shown.slice(-1) : shown).map((toast) => (
        <div key={toast.id} class={toast.bad ? "toast bad" : "toast"}>
          <p>{toast.text}</p>
          {toast.action && (
            <button
              type="button"
              class="button quiet"
              onClick={() => {
                dismiss(toast.id);
                toast.action?.run();
              }}
            >
              {toast.action.label}
            </button>
          )}
          <button type="button" class="cross" aria-label={closeLabel} onClick={() => dismiss(toast.id)}>
            <Cross />
          </button>
        </div>
      ))}
    </div>
  );
}
