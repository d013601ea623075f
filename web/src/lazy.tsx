/** Screens that are loaded when they are shown. */

import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";

const RELOADED = "gyoji.reloaded";

/**
 * While `load` runs there is nothing to see. A file that cannot be had throws into the boundary above; but the
 * first time the page is loaded again, because a newer version of the client may have taken the file's place.
 */
export function lazy<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  return function Lazy(props: Props) {
    const [, redraw] = useState(0);
    const [failure, setFailure] = useState<unknown>(null);
    useEffect(() => {
      if (loaded) return;
      let isShown = true;
      load().then(
        (component) => {
          loaded = component;
          setReloaded(false);
          if (isShown) redraw((count) => count + 1);
        },
        (error: unknown) => {
          if (!isReloaded() && navigator.onLine && setReloaded(true)) location.reload();
          else if (isShown) setFailure(error ?? new Error("not loaded"));
        },
      );
      return () => {
        isShown = false;
      };
    }, []);
    if (failure) throw failure;
    const Screen = loaded;
    return Screen ? <Screen {...props} /> : <main id="content" class="content" aria-busy="true" />;
  };
}

function isReloaded(): boolean {
  try {
    return sessionStorage.getItem(RELOADED) !== null;
  } catch {
    return true;
  }
}

/** Whether it could be kept: without that a page could load itself for ever. */
function setReloaded(on: boolean): boolean {
  try {
    if (on) sessionStorage.setItem(RELOADED, "1");
    else sessionStorage.removeItem(RELOADED);
    return true;
  } catch {
    return false;
  }
}
