import { useEffect, useRef } from "preact/hooks";

/** While `active`, Escape calls `onEscape`; an open dialog has it first. */
export function useEscape(active: boolean, onEscape: () => void): void {
  const now = useRef(onEscape);
  now.current = onEscape;
  useEffect(() => {
    if (!active) return;
    const listen = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented || document.querySelector("dialog[open]")) return;
      now.current();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [active]);
}
