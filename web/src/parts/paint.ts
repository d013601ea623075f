import type { Paint } from "../board/look";

/** How style sheets call the colours of the pieces. */
export const PAINT_CLASS: Readonly<Record<Paint, string>> = {
  vermilion: "first",
  wood: "second",
  indigo: "third",
  jade: "fourth",
  plain: "nobody",
};
