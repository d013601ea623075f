/** Long texts as data, so that one component draws them for every system in every language. */

import type { Kind, Square } from "../../game/types";
import type { Line } from "./choice";

export const PAGES = ["start", "rules", "variants", "tips", "history", "faq", "similar", "references"] as const;
export type PageKey = (typeof PAGES)[number];

/** A piece of the first side, and what stands around it. */
export interface Sketch {
  kind: Kind;
  from: Square;
  /** Other pieces of the same side, and of the enemy. */
  own?: readonly Square[];
  enemy?: readonly Square[];
  /** The whole board, where the picture would else end at the own half. */
  whole?: boolean;
}

/** A square that the sketched piece can go to: `attack` where an enemy stands. */
export interface Reached {
  square: Square;
  attack: boolean;
}

export interface Picture {
  sketch: Sketch;
  caption: Line;
}

/** In a text, `[1,3]` cites the references. */
export type Block =
  | Line
  | { list: readonly Line[] }
  | { steps: readonly Line[] }
  | { diagrams: readonly Picture[] }
  /** The empty board, with a line on what its signs mean. */
  | { board: Line }
  | { show: "winTable" | "options" | "references" };

export interface Section {
  id: string;
  title: string;
  blocks: readonly Block[];
  /** Variants of the system that the section is about; missing: all. */
  only?: readonly string[];
}

export interface Page {
  title: string;
  sections: readonly Section[];
}

export interface RulesText {
  /** Label of the list of pages. */
  contents: string;
  /** Said of an option that differs from the usual. */
  changed: string;
  /** Accessible name of a citation. */
  cite: (number: string) => string;
  pages: Readonly<Record<PageKey, Page>>;
  /** What a reader of this language needs to know of each reference, by its position. */
  references: readonly string[];
}

/** A source as it names itself; what it is is said per language. */
export interface Reference {
  cite: string;
  lang: string;
  href?: string;
}
