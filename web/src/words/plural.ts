/** Plural forms by the rules of a language; `other` is always there. */
export type Forms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

/** `counted(3, { one: "# ply", other: "# plies" })`: the form for the number, `#` replaced by it. */
export function plurals(lang: string): (count: number, forms: Forms) => string {
  const rules = new Intl.PluralRules(lang);
  const format = new Intl.NumberFormat(lang);
  return (count, forms) => (forms[rules.select(count)] ?? forms.other).replace("#", format.format(count));
}
