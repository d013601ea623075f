import type { Problem } from "../../game/contracts";
import { useWords } from "../../words";
import { refusalText, useAccountWords } from "./words";

/** In place of a part that is on its way, or did not come. */
export function Loading({ problem, again }: { problem: Problem | null; again: () => void }) {
  const { app, problemActions } = useWords();
  const words = useAccountWords();
  if (!problem) {
    return (
      <p class="dots" role="status">
        {app.loading}
      </p>
    );
  }
  return (
    <div role="alert" class="row">
      <p>{refusalText(words, problem)}</p>
      <button type="button" class="button" onClick={again}>
        {problemActions.retry}
      </button>
    </div>
  );
}
