import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";

interface DialogProps {
  open: boolean;
  title: string;
  closeLabel: string;
  onClose: () => void;
  children: ComponentChildren;
  /** Buttons under the text. */
  actions?: ComponentChildren;
}

/** The native modal dialog: focus stays inside, Escape and a click on the veil close it. */
export function Dialog({ open, title, closeLabel, onClose, children, actions }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const heading = useId();

  useEffect(() => {
    const dialog = element.current;
    if (!dialog) return;
    if (open && !dialog.open) dialog.showModal();
    if (!open && dialog.open) dialog.close();
  }, [open]);

  const onVeil = (event: MouseEvent) => {
    const dialog = element.current;
    if (!dialog || event.target !== dialog) return;
    const box = dialog.getBoundingClientRect();
    const inside =
      event.clientX >= box.left &&
      event.clientX <= box.right &&
      event.clientY >= box.top &&
      event.clientY <= box.bottom;
    if (!inside) onClose();
  };

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a modal dialog by itself
    <dialog ref={element} class="dialog" aria-labelledby={heading} onClose={onClose} onClick={onVeil}>
      {open && (
        <>
          <div class="head">
            <h2 id={heading}>{title}</h2>
            <button type="button" class="cross" aria-label={closeLabel} onClick={onClose}>
              <Cross />
            </button>
          </div>
          <div class="inside">
            {children}
            {actions && <div class="actions">{actions}</div>}
          </div>
        </>
      )}
    </dialog>
  );
}

export function Cross() {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
      <path d="M3 3l10 10M13 3L3 13" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" />
    </svg>
  );
}
