import type { Problem } from "../game/contracts";
import type { Words } from "../words";
import { problemText, useWords } from "../words";
import { go, signInAddress } from "./client";
import { showToast } from "./toast";

/** A refusal in place of what could not be shown, with the way on. */
export function ProblemCard({ problem, again, inside = false }: ProblemCardProps) {
  const words = useWords();
  const { title, text, action, label } = problemText(words, problem);
  const card = (
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
  return inside ? card : <main id="content">{card}</main>;
}

interface ProblemCardProps {
  problem: Problem;
  again?: () => void;
  /** The screen around it is there already. */
  inside?: boolean;
}

/** A refusal that leaves the page as it is. */
export function toastProblem(words: Words, problem: Problem, again?: () => void): void {
  const { title, text, action, label } = problemText(words, problem);
  const more =
    action === "dismiss" || (action === "retry" && !again) ? null : { label, run: () => wayOn(action, again) };
  const stop = text.endsWith("。") ? "。" : ". ";
  showToast(`${title.replace(/。$/, "")}${stop}${text}`, { bad: true, action: more });
}

function wayOn(action: string, again?: () => void): void {
  if (action === "start") go("/");
  else if (action === "sign-in") go(signInAddress());
  else if (action === "retry" && again) again();
  else if (action !== "dismiss") location.reload();
}
