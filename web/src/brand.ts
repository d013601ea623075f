/** What the site of this host calls itself, and its colours: as kept from the last visit at once, then as the server says. */

import { type ReadonlySignal, signal } from "@preact/signals";
import type { components } from "./api/schema";
import type { Store } from "./storage";

export type Branding = Pick<components["schemas"]["BrandingShape"], "name" | "accent" | "background" | "logo_url">;

type Colour = readonly [number, number, number];

/**
 * What the site's colours stand on and under, as in style/tokens.css. `end` is where a ground can be read at the latest,
 * `groundFrom` the share of it to begin with: in the dark no ground is lighter than the panels on it.
 */
const SCHEMES = {
  light: {
    surface: "#fffbf3",
    paper: "#f5efe3",
    ink: "#2a231b",
    soft: "#65584a",
    link: "#2b4a78",
    accent: "#a9361c",
    end: "#ffffff",
    groundFrom: 0,
  },
  dark: {
    surface: "#231f1b",
    paper: "#191613",
    ink: "#f0e7d9",
    soft: "#b8ab99",
    link: "#a5c2ec",
    accent: "#e9805f",
    end: "#000000",
    groundFrom: 0.88,
  },
} as const;
const READABLE = 4.6; // WCAG asks for 4.5
const KEY = "gyoji.brand";
const COLOUR = /^#[0-9a-f]{6}$/i;
const STEPS = 20;

export interface Brand {
  /** null: the client's own name and sign. */
  readonly shown: ReadonlySignal<Branding | null>;
  /** Ask the server, and keep what it says. */
  load(): Promise<void>;
}

/** `paint` sets a custom property of the page, or takes it away. */
export function createBrand(
  ask: () => Promise<{ branding: Branding }>,
  store: Store,
  paint: (name: string, value: string | null) => void,
): Brand {
  const shown = signal<Branding | null>(null);
  const show = (branding: Branding | null) => {
    shown.value = branding;
    for (const [name, value] of Object.entries(coloursOf(branding))) paint(name, value);
  };
  show(kept(store));
  return {
    shown,
    async load() {
      const { branding } = await ask();
      store.set(KEY, JSON.stringify(branding));
      if (JSON.stringify(branding) !== JSON.stringify(shown.value)) show(branding);
    },
  };
}

/** Custom properties for both schemes; null leaves the client's own. Every colour is moved until it can be read. */
export function coloursOf(branding: Branding | null): Record<"--vermilion" | "--paper", string | null> {
  const accent = branding && COLOUR.test(branding.accent) ? branding.accent : null;
  const ground = branding && COLOUR.test(branding.background) ? branding.background : null;
  const [light, dark] = [inScheme("light", accent, ground), inScheme("dark", accent, ground)];
  return {
    // why also without an accent: the client's own may not be read on the site's ground
    "--vermilion": accent || ground ? `light-dark(${light.accent}, ${dark.accent})` : null,
    "--paper": ground ? `light-dark(${light.paper}, ${dark.paper})` : null,
  };
}

function inScheme(scheme: keyof typeof SCHEMES, accent: string | null, ground: string | null) {
  const own = SCHEMES[scheme];
  const paper = ground
    ? moved(mix(ground, own.end, own.groundFrom), own.end, [own.ink, own.soft, own.link])
    : own.paper;
  const away = scheme === "light" ? SCHEMES.dark.end : SCHEMES.light.end;
  return { paper, accent: moved(accent ?? own.accent, away, [own.surface, paper]) };
}

/** The colour, or the first one on the way to `end` that is told from all of `others`. */
function moved(colour: string, end: string, others: readonly string[]): string {
  for (let step = 0; step < STEPS; step += 1) {
    const mixed = mix(colour, end, step / STEPS);
    if (others.every((other) => contrast(mixed, other) >= READABLE)) return mixed;
  }
  return end;
}

function mix(from: string, to: string, share: number): string {
  const [one, two] = [rgb(from), rgb(to)];
  const parts = one.map((part, index) => Math.round(part + ((two[index] ?? part) - part) * share));
  return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

/** As WCAG 2 counts it, from 1 to 21. */
export function contrast(one: string, two: string): number {
  const [high, low] = [luminance(one), luminance(two)].sort((a, b) => b - a) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

function luminance(colour: string): number {
  const [red, green, blue] = rgb(colour).map((part) => {
    const share = part / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function rgb(colour: string): Colour {
  const value = Number.parseInt(colour.slice(1), 16);
  return [value >> 16, (value >> 8) & 0xff, value & 0xff];
}

function kept(store: Store): Branding | null {
  try {
    const found = JSON.parse(store.get(KEY) ?? "null") as Partial<Branding> | null;
    return typeof found?.name === "string"
      ? { accent: "", background: "", logo_url: "", ...found, name: found.name }
      : null;
  } catch {
    return null;
  }
}
