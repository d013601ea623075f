/** Sentences of the long texts that depend on the rules in force. */

/** Says what belongs to an option's value; `null` says nothing. */
export interface Choice {
  by: string;
  /** By the value as text; `*`: any other. `{}` stands for the value. */
  is: Readonly<Record<string, string | null>>;
  /** The key that counts while the options are not known. */
  usual: string;
}

/** One paragraph, or one line of a list: whole, or put together from parts. */
export type Line = string | { say: readonly (string | Choice)[] };

export type Options = Readonly<Record<string, unknown>>;

export function say(...parts: (string | Choice)[]): Line {
  return { say: parts };
}

/** The usual value comes first, or is named: numbers as keys are always put in order. */
export function when(by: string, is: Choice["is"], usual: string = Object.keys(is)[0] ?? "*"): Choice {
  return { by, is, usual };
}

/** The line under these options; an option that is not known yet counts as usual. Empty where there is nothing to say. */
export function tell(line: Line, options: Options): string {
  if (typeof line === "string") return line;
  return line.say.map((part) => (typeof part === "string" ? part : chosen(part, options))).join("");
}

function chosen({ by, is, usual }: Choice, options: Options): string {
  const value = Object.hasOwn(options, by) ? String(options[by]) : usual;
  const text = Object.hasOwn(is, value) ? is[value] : is["*"];
  return text?.replace("{}", value) ?? "";
}
