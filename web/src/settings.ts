/** What a person chose on this device. Every setting is a signal and is kept when it changes. */

import { effect, type Signal, signal } from "@preact/signals";
import { type Store, storage } from "./storage";
import { isLang, type Lang, pickLanguage } from "./words";

export type Theme = "system" | "light" | "dark";
/** "auto": 3D where a graphics card draws it. */
export type BoardView = "auto" | "3d" | "2d" | "buttons";
export type Viewpoint = "slanted" | "top";
export type Motion = "system" | "reduced" | "full";
export type FaceStyle = "chinese" | "own" | "symbol";
/** "auto": Chinese names where the page is in Chinese, else names in its language. */
export type FaceChoice = "auto" | FaceStyle;

export interface Settings {
  readonly language: Signal<Lang>;
  readonly theme: Signal<Theme>;
  readonly sound: Signal<boolean>;
  readonly view: Signal<BoardView>;
  readonly viewpoint: Signal<Viewpoint>;
  readonly motion: Signal<Motion>;
  readonly faces: Signal<FaceChoice>;
  /** Show what public facts exclude for an enemy piece. */
  readonly deductions: Signal<boolean>;
  readonly buttonsOpen: Signal<boolean>;
  /** Key of the game system that was chosen last, and its variant. */
  readonly game: Signal<string>;
  readonly variant: Signal<string>;
}

const PREFIX = "gyoji.setting.";

export function createSettings(store: Store, languages: readonly string[]): Settings {
  /** A value that is not one of those allowed, from an older version or by hand, counts as none. */
  function kept<T>(key: string, otherwise: T, isValid: (value: unknown) => boolean): Signal<T> {
    const made = signal(otherwise);
    try {
      const found: unknown = JSON.parse(store.get(PREFIX + key) ?? "null");
      if (isValid(found)) made.value = found as T;
    } catch {
      store.remove(PREFIX + key);
    }
    const first = made.peek();
    let isChosen = false;
    effect(() => {
      isChosen ||= made.value !== first;
      if (isChosen) store.set(PREFIX + key, JSON.stringify(made.value));
    });
    return made;
  }
  const among =
    (...allowed: unknown[]) =>
    (value: unknown) =>
      allowed.includes(value);
  const flag = among(true, false);
  return {
    language: kept<Lang>("language", pickLanguage(languages), isLang),
    theme: kept<Theme>("theme", "system", among("system", "light", "dark")),
    sound: kept<boolean>("sound", false, flag),
    view: kept<BoardView>("view", "auto", among("auto", "3d", "2d", "buttons")),
    viewpoint: kept<Viewpoint>("viewpoint", "slanted", among("slanted", "top")),
    motion: kept<Motion>("motion", "system", among("system", "reduced", "full")),
    faces: kept<FaceChoice>("faces", "auto", among("auto", "chinese", "own", "symbol")),
    deductions: kept<boolean>("deductions", true, flag),
    buttonsOpen: kept<boolean>("buttons-open", false, flag),
    game: kept<string>("game", "gunjin", among("gunjin", "luzhanqi")),
    variant: kept<string>("variant", "dark", among("dark", "open", "flip", "four")),
  };
}

/** The faces to show for what was chosen. */
export function facesFor(choice: FaceChoice, lang: Lang): FaceStyle {
  if (choice !== "auto") return choice;
  return lang.startsWith("zh") ? "chinese" : "own";
}

export const settings = createSettings(storage, globalThis.navigator?.languages ?? []);
