/** What screens use of the page's own services: the one place that knows where they come from. */

import { useEffect, useMemo } from "preact/hooks";
import { navigate } from "wouter-preact/use-browser-location";
import type { Viewpoint } from "../board/board";
import type { GameWords } from "../game/contracts";
import { brand, session } from "../services";
import { facesFor, settings } from "../settings";
import { playSound, type Sound } from "../sound";
import { gameWords, useLang, useWords } from "../words";

export { problemOf } from "../api/problems";
export { api, link, openStore, session, social, uuid as newId } from "../services";

export function go(path: string): void {
  navigate(path);
}

/** Where one signs in, and comes back from to what is shown now. */
export function signInAddress(): string {
  const { pathname, search } = location;
  return `/account/sign-in?next=${encodeURIComponent(pathname + search)}`;
}

/** A guest is made when first needed; who has never played has none. */
export function hasPlayer(): boolean {
  return session.mode.value !== "none";
}

export const prefs = {
  boardMode: settings.view,
  viewpoint: settings.viewpoint,
  deduction: settings.deductions,
  buttonsOpen: settings.buttonsOpen,
  setViewpoint: (viewpoint: Viewpoint) => {
    settings.viewpoint.value = viewpoint;
  },
  setButtonsOpen: (open: boolean) => {
    settings.buttonsOpen.value = open;
  },
};

export const play = (sound: Sound): void => playSound(sound);

export function useGameWords(): GameWords {
  const words = useWords();
  const faces = facesFor(settings.faces.value, useLang());
  return useMemo(() => gameWords(words, faces), [words, faces]);
}

export function useTitle(page: string): void {
  const { app } = useWords();
  const site = brand.shown.value?.name ?? app.name;
  useEffect(() => {
    document.title = app.title(page, site);
  }, [app, page, site]);
}
