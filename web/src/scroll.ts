/** Where a screen was scrolled to. The browser itself restores it before the screen is there again. */

import "wouter-preact/use-browser-location"; // it makes events of what changes the address

/** For so long the way back waits for the screen to be as high as it was, and then for nothing to move it. */
const PATIENCE_MS = 3_000;
const SETTLED_MS = 400;

interface Entry {
  entry?: number;
}

/** Every new screen begins at its top; the way back leads to where its reader was. */
export function keepScroll(page: Window): void {
  const { history, location } = page;
  const places = new Map<number, number>();
  let newest = (history.state as Entry | null)?.entry ?? 0;
  let here = newest;
  let path = location.pathname;
  let giveUp: () => void = () => undefined;

  /** Until it is there, or the reader scrolls. */
  const restore = (top: number) => {
    giveUp();
    let until = performance.now() + PATIENCE_MS;
    let isThere = false;
    let frame = 0;
    giveUp = () => page.cancelAnimationFrame(frame);
    const look = () => {
      page.scrollTo(0, top);
      const now = performance.now();
      if (!isThere && page.scrollY >= top - 1) {
        isThere = true;
        until = now + SETTLED_MS;
      }
      if (now < until) frame = page.requestAnimationFrame(look);
    };
    frame = page.requestAnimationFrame(look);
  };
  const arrive = () => {
    const isOther = location.pathname !== path;
    path = location.pathname;
    return isOther;
  };

  history.scrollRestoration = "manual";
  // why: a page that is loaded again is the browser's to restore
  page.addEventListener("pagehide", () => {
    history.scrollRestoration = "auto";
  });
  page.addEventListener("pageshow", () => {
    history.scrollRestoration = "manual";
  });
  page.addEventListener("scroll", () => places.set(here, page.scrollY), { passive: true });
  for (const event of ["wheel", "touchstart", "keydown"]) {
    page.addEventListener(event, () => giveUp(), { passive: true });
  }
  page.addEventListener("pushState", () => {
    newest += 1;
    here = newest;
    history.replaceState({ ...history.state, entry: here }, "");
    giveUp();
    if (arrive()) page.scrollTo(0, 0);
  });
  page.addEventListener("popstate", () => {
    here = (history.state as Entry | null)?.entry ?? 0;
    if (arrive()) restore(places.get(here) ?? 0);
  });
}
