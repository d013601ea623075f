/** Long texts as data, so that one component draws them in every language. */

import type { Line } from "./choice";
import type { Sketch } from "./reach";

export const PAGES = ["start", "rules", "variants", "tips", "history", "faq", "similar", "references"] as const;
export type PageKey = (typeof PAGES)[number];

/** In a text, `[1,3]` cites the references. */
export type Block =
  | Line
  | { list: readonly Line[] }
  | { steps: readonly Line[] }
  | { diagrams: readonly { sketch: Sketch; caption: Line }[] }
  | { show: "winTable" | "options" | "references" };

export interface Section {
  id: string;
  title: string;
  blocks: readonly Block[];
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
