/** The colours of the pieces, in every drawing. */

import type { Paint } from "./look";

interface Colours {
  /** Of the wood: as a whole, of its dark grain, and of its light one. */
  base: string;
  dark: string;
  light: string;
  /** Drawn flat, from the light. */
  stops: readonly [string, string, string];
  /** Round the piece. */
  edge: string;
  /** Drawn on the wood. */
  line: string;
  /** Written on the wood, and what is round the letters. */
  ink: string;
  halo: string;
  /** The bar on a hidden piece that has moved. */
  moved: string;
}

export const PAINTS: Readonly<Record<Paint, Colours>> = {
  vermilion: {
    base: "#c63d26",
    dark: "#6e1408",
    light: "#f0876a",
    stops: ["#e06a4c", "#cc452c", "#a82f1b"],
    edge: "#5b1409",
    line: "#ffd9c4",
    ink: "#fff6e4",
    halo: "#5b1409",
    moved: "#fff6e4",
  },
  wood: {
    base: "#efcf95",
    dark: "#96642a",
    light: "#fff3d6",
    stops: ["#fdecc6", "#f2d59c", "#d8ab67"],
    edge: "#6b431a",
    line: "#7a4d1c",
    ink: "#0d0502",
    halo: "none",
    moved: "#3d1f06",
  },
  indigo: {
    base: "#2c4a8a",
    dark: "#12204a",
    light: "#7f9bd6",
    stops: ["#4c6fb4", "#2f4d8f", "#1e3468"],
    edge: "#0d1836",
    line: "#cfdcff",
    ink: "#f5f8ff",
    halo: "#0d1836",
    moved: "#f5f8ff",
  },
  jade: {
    base: "#6fbf9c",
    dark: "#2c7458",
    light: "#c4efdd",
    stops: ["#a5e0c6", "#72c2a0", "#4b9a7b"],
    edge: "#134735",
    line: "#134735",
    ink: "#02120c",
    halo: "none",
    moved: "#052219",
  },
  plain: {
    base: "#d8d0c2",
    dark: "#8b8171",
    light: "#fbf8f1",
    stops: ["#f6f2ea", "#ddd6ca", "#b8ae9d"],
    edge: "#554c3f",
    line: "#6f6555",
    ink: "#2c261d",
    halo: "none",
    moved: "#2c261d",
  },
};

export const ALL_PAINTS = Object.keys(PAINTS) as readonly Paint[];

/** On a back, and in a corner of a face: each side's own shape, round (0, 0) and 1 wide and high at most. */
export const CRESTS: Readonly<Record<Paint, string>> = {
  vermilion: "M0 -0.5L0.42 0L0 0.5L-0.42 0Z",
  wood: "M-0.38 -0.38H0.38V0.38H-0.38Z",
  indigo: "M-0.44 0a0.44 0.44 0 1 1 0.88 0a0.44 0.44 0 1 1 -0.88 0Z",
  jade: "M0 -0.46L0.5 0.4H-0.5Z",
  plain: "M-0.4 -0.4L0.4 0.4M0.4 -0.4L-0.4 0.4M0 -0.55V0.55M-0.55 0H0.55",
};
