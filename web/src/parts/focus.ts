import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";

/** The board's place: on the screen after `key` changed, and where the keyboard goes on when the button that had the focus is gone. */
export function useKeptFocus(key: string): RefObject<HTMLDivElement> {
  const place = useRef<HTMLDivElement>(null);
  // why: looked at once per key, after the old buttons have left
  useEffect(() => {
    if (document.activeElement === document.body) place.current?.focus({ preventScroll: true });
    const table = place.current?.parentElement;
    // why not always the board: it sticks, and what is new beside it may be above the screen
    if (table && table.getBoundingClientRect().top < 0) table.scrollIntoView({ block: "start" });
    place.current?.scrollIntoView({ block: "nearest" });
  }, [key]);
  return place;
}
