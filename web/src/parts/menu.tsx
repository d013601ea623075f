import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

/** A button that unfolds more buttons; a click elsewhere or Escape folds them again. */
export function Menu({ label, children }: { label: ComponentChildren; children: ComponentChildren }) {
  const [open, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!open) return;
    const onPointer = (event: PointerEvent) => {
      if (event.target instanceof Node && !place.current?.contains(event.target)) setOpen(false);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      setOpen(false);
      button.current?.focus();
    };
    addEventListener("pointerdown", onPointer);
    addEventListener("keydown", onKey);
    return () => {
      removeEventListener("pointerdown", onPointer);
      removeEventListener("keydown", onKey);
    };
  }, [open]);

  return (
    <div class="menu" ref={place}>
      <button ref={button} type="button" class="button quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
        {label}
      </button>
      {open && (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the click is that of the button inside
        // biome-ignore lint/a11y/noStaticElementInteractions: see above
        <div class="items" onClick={() => setOpen(false)}>
          {children}
        </div>
      )}
    </div>
  );
}
