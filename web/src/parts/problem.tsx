import type { Problem } from "../game/contracts";
import type { Words } from "../words";
import { problemText, useWords } from "../words";
import { go } from "./client";
import { showToast } from "./toast";

/** A refusal in place of what could not be shown, with the way on. */
export function ProblemCard({ problem, again }: { problem: Problem; again?: () => void }) {
  const words = useWords();
  const { title, text, action, label } = problemText(words, problem);
  return (
    <section class="letter" role="alert">
      <h1>{title}</h1>
      <p>{text}</p>
      <div class="row">
        <button type="button" class="button main" onClick={() => wayOn(action, again)}>
          {label}
        </button>
        {action !== "start" && (
          <button type="button" class="button" onClick={() => go("/")}>
            {words.app.toStart}
          </button>
        )}
      </div>
    </section>
  );
}

/** A refusal that leaves the page as it is. */
export function toastProblem(words: Words, problem: Problem, again?: () => void): void {
  const { title, text, action, label } = problemText(words, problem);
  const more =
    action === "dismiss" || (action === "retry" && !again) ? null : { label, run: () => wayOn(action, again) };
  showToast(`${title}. ${text}`.replace("。.", "。"), { bad: true, action: more });
}

function wayOn(action: string, again?: () => void): void {
  if (action === "start") go("/");
  else if (action === "retry" && again) again();
  else if (action !== "dismiss") location.reload();
}
