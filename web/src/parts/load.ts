import { useCallback, useEffect, useState } from "preact/hooks";
import type { Problem } from "../game/contracts";
import { problemOf } from "./client";

export interface Loaded<T> {
  value: T | null;
  problem: Problem | null;
  again: () => void;
  set: (value: T) => void;
}

/** What a promise brings, asked for again whenever `key` changes; a late answer to an older key is dropped. */
export function useLoaded<T>(key: string | null, load: () => Promise<T>): Loaded<T> {
  const [state, setState] = useState<{ key: string | null; value: T | null; problem: Problem | null }>({
    key: null,
    value: null,
    problem: null,
  });
  const [round, setRound] = useState(0);

  // why: the key says what `load` loads
  useEffect(() => {
    if (key === null) return;
    let wanted = true;
    load().then(
      (value) => wanted && setState({ key, value, problem: null }),
      (error: unknown) =>
        wanted && setState((old) => ({ key, value: old.key === key ? old.value : null, problem: problemOf(error) })),
    );
    return () => {
      wanted = false;
    };
  }, [key, round]);

  const again = useCallback(() => setRound((old) => old + 1), []);
  const set = useCallback((value: T) => setState({ key, value, problem: null }), [key]);
  const fresh = state.key === key;
  return { value: fresh ? state.value : null, problem: fresh ? state.problem : null, again, set };
}
