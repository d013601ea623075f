import type { NewRoom } from "../game/contracts";
import { useWords } from "../words";
import { Check } from "./check";

const DELAYS = [0, 2, 4, 10, 20];

interface WatchingProps {
  /** How many plies behind who watches is; null: nobody may watch. */
  delay: number | null;
  onChange: (delay: number | null) => void;
}

/** Whether others may watch a room's matches, and how late. */
export function Watching({ delay, onChange }: WatchingProps) {
  const { start } = useWords();
  return (
    <>
      <Check checked={delay !== null} onChange={(may) => onChange(may ? 0 : null)}>
        {start.allowSpectators} <span class="soft small">{start.allowSpectatorsHint}</span>
      </Check>
      {delay !== null && (
        <label class="option">
          <span>{start.delay}</span>
          <select class="input" value={delay} onChange={(event) => onChange(Number(event.currentTarget.value))}>
            {DELAYS.map((plies) => (
              <option key={plies} value={plies}>
                {start.delayed(plies)}
              </option>
            ))}
          </select>
        </label>
      )}
    </>
  );
}

/** The choice as a new room wants it. */
export function watchedBy(delay: number | null): Pick<NewRoom, "spectators_allowed" | "spectators_delay"> {
  return { spectators_allowed: delay !== null, ...(delay && { spectators_delay: delay }) };
}
