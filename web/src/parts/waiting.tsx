import { useWords } from "../words";

/** Holds the place of a screen that is on its way. */
export function Waiting() {
  const words = useWords();
  return (
    <div class="waiting" role="status">
      <p class="dots">{words.app.loading}</p>
    </div>
  );
}
