import type { ComponentChildren } from "preact";
import { useMemo, useRef } from "preact/hooks";
import { type Lang, useLang, useWords, WordsContext } from "../words";
import type { SystemTables } from "../words/en";
import { loadLuzhanqi } from "../words/luzhanqi";
import { useLoaded } from "./load";
import { ProblemCard } from "./problem";

/** Systems whose kinds and options are not named in the page's own catalogue. */
const LATER: Readonly<Record<string, (lang: Lang) => Promise<SystemTables>>> = { luzhanqi: loadLuzhanqi };

interface SystemWordsProps {
  system: string;
  children: ComponentChildren;
}

/** Everything inside finds the words of the system at hand; until they have come there is nothing. Give it the system as its key. */
export function SystemWords({ system, children }: SystemWordsProps) {
  const lang = useLang();
  const words = useWords();
  const load = LATER[system];
  const loaded = useLoaded(load ? lang : null, async () => load?.(lang) ?? null);
  // why: while another language is on its way, what is shown stays
  const last = useRef<SystemTables | null>(null);
  last.current = loaded.value ?? last.current;
  const tables = last.current;
  const provided = useMemo(
    () => ({ lang, words: tables ? { ...words, system: tables } : words }),
    [lang, words, tables],
  );
  if (load && !tables) return loaded.problem && <ProblemCard problem={loaded.problem} again={loaded.again} inside />;
  return <WordsContext.Provider value={provided}>{children}</WordsContext.Provider>;
}
