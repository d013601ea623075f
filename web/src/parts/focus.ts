import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";

/** The board's place: on the screen after `key` changed, and where the keyboard goes on when the button that had the focus is gone. */
export function useKeptFocus(key: string): RefObject<HTMLDivElement> {
  const place = useRef<HTMLDivElement>(null);
  // why: looked at once per key, after the old buttons have left
  useEffect(() => {
    if (document.activeElement === document.body) place.current?.focus({ preventScroll: true });
    place.current?.scrollIntoView({ block: "nearest" });
  }, [key]);
  return place;
}
