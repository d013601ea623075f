import type { ComponentChildren } from "preact";
import { useMemo, useRef } from "preact/hooks";
import { useLang, useWords, WordsContext } from "../words";
import { hasOwnWords, loadSystemWords, wordsWith } from "../words/systems";
import { useLoaded } from "./load";
import { ProblemCard } from "./problem";

interface SystemWordsProps {
  system: string;
  /** What is shown until the words have come. */
  fallback?: ComponentChildren;
  children: ComponentChildren;
}

/** Everything inside finds the words of the system at hand. Give it the system as its key. */
export function SystemWords({ system, fallback = null, children }: SystemWordsProps) {
  const lang = useLang();
  const words = useWords();
  const isLater = hasOwnWords(system);
  const loaded = useLoaded(isLater ? lang : null, () => loadSystemWords(system, lang));
  // why: while another language is on its way, what is shown stays
  const last = useRef<object | null>(null);
  last.current = loaded.value ?? last.current;
  const own = last.current;
  const provided = useMemo(() => ({ lang, words: own ? wordsWith(words, own) : words }), [lang, words, own]);
  if (isLater && !own) {
    return loaded.problem ? <ProblemCard problem={loaded.problem} again={loaded.again} inside /> : fallback;
  }
  return <WordsContext.Provider value={provided}>{children}</WordsContext.Provider>;
}
