import { levelName, useWords } from "../words";

export const LEVELS = ["beginner", "intermediate", "advanced"] as const;

/** The three levels of the computer; one click chooses. */
export function Levels({ onChoose, disabled = false }: { onChoose: (level: string) => void; disabled?: boolean }) {
  const words = useWords();
  return (
    <div class="levels">
      {LEVELS.map((level) => (
        <button
          key={level}
          type="button"
          class="button"
          disabled={disabled}
          title={words.levelHints[level]}
          onClick={() => onChoose(level)}
        >
          {levelName(words, level)}
        </button>
      ))}
    </div>
  );
}
