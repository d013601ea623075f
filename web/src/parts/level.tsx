import { useId } from "preact/hooks";
import { levelName, useWords } from "../words";

export const LEVELS = ["beginner", "intermediate", "advanced"] as const;

/** The three levels of the computer and what to expect of each; one click chooses. */
export function Levels({ onChoose, disabled = false }: { onChoose: (level: string) => void; disabled?: boolean }) {
  const words = useWords();
  const id = useId();
  return (
    <div class="levels">
      {LEVELS.map((level) => (
        <button
          key={level}
          type="button"
          class="button"
          disabled={disabled}
          aria-describedby={`${id}${level}`}
          onClick={() => onChoose(level)}
        >
          {levelName(words, level)}
        </button>
      ))}
      <ul class="level-hints soft small">
        {LEVELS.map((level) => (
          <li key={level} id={`${id}${level}`}>
            <strong>{levelName(words, level)}</strong> {words.levelHints[level]}
          </li>
        ))}
      </ul>
    </div>
  );
}
