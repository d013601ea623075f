import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { FormError } from "../../api/allauth";
import { problemOf } from "../../api/problems";
import type { Problem } from "../../game/contracts";
import type { AccountWords } from "../../words/account";

export const AccountWordsContext = createContext<AccountWords | null>(null);

export function useAccountWords(): AccountWords {
  const words = useContext(AccountWordsContext);
  if (words === null) throw new Error("no account words around this component");
  return words;
}

/** What a code says about a field or a form. */
export function faultText(words: AccountWords, code: string): string {
  return entry(words.faults, code) ?? words.faults.other;
}

/** Why something was not done, in a sentence. */
export function errorText(words: AccountWords, error: unknown): string {
  if (error instanceof FormError) return faultText(words, Object.values(error.faults)[0]?.[0] ?? "other");
  return refusalText(words, problemOf(error));
}

export function refusalText(words: AccountWords, problem: Problem): string {
  const said = entry(words.refusals, problem.code) ?? entry(words.faults, problem.code) ?? words.refusals.other;
  return problem.retry_after && problem.retry_after < 600
    ? `${said} ${words.seconds(Math.ceil(problem.retry_after))}`
    : said;
}

function entry(table: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
