import { useEffect, useRef, useState } from "preact/hooks";
import { ProofNeeded } from "../../api/allauth";
import { showToast } from "../../parts/toast";
import { useProven } from "./asking";
import { errorText, useAccountWords } from "./words";

type Run = (work: () => Promise<void>) => Promise<void>;

/** Whether something is being done, and how to do it: one thing at a time. A password that was not given is no refusal. */
export function useDeed(refused: (error: unknown) => void): [boolean, Run] {
  const proven = useProven();
  const [busy, setBusy] = useState(false);
  const isThere = useRef(true);
  useEffect(
    () => () => {
      isThere.current = false;
    },
    [],
  );
  const run: Run = async (work) => {
    if (busy) return;
    setBusy(true);
    try {
      await proven(work);
    } catch (error) {
      if (isThere.current && !(error instanceof ProofNeeded)) refused(error);
    }
    if (isThere.current) setBusy(false);
  };
  return [busy, run];
}

interface DeedProps {
  label: string;
  /** Where the label alone does not say what it is about. */
  about?: string;
  run: () => Promise<void>;
  kind?: "" | "danger";
}

/** A button that does one thing by itself; a refusal is said at the head of the page. */
export function Deed({ label, about, run, kind = "" }: DeedProps) {
  const words = useAccountWords();
  const [busy, start] = useDeed((error) => showToast(errorText(words, error), { bad: true }));
  return (
    <button
      type="button"
      class={`button ${kind}`}
      aria-label={about}
      aria-busy={busy}
      aria-disabled={busy}
      onClick={() => start(run)}
    >
      {label}
    </button>
  );
}
