import { useEffect } from "preact/hooks";
import type { MatchStore } from "../../game/contracts";

const BOARDS = ".board-place, [role=grid]";

/**
 * Who reaches for a board does not wait for plies that are still to be shown.
 * At the press already, so that the click that follows means the pieces of the new position.
 */
export function useCatchUp(store: MatchStore): void {
  useEffect(() => {
    const reached = (event: Event) => {
      const isKey = event instanceof KeyboardEvent;
      if (isKey && event.key !== "Enter" && event.key !== " ") return;
      if (event.target instanceof Element && event.target.closest(BOARDS)) store.catchUp();
    };
    const events = ["pointerdown", "keydown", "click"] as const;
    for (const event of events) document.addEventListener(event, reached, true);
    return () => {
      for (const event of events) document.removeEventListener(event, reached, true);
    };
  }, [store]);
}
