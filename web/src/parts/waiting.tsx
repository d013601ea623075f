import { useWords } from "../words";

/** Holds the place of a screen that is on its way. */
export function Waiting() {
  const words = useWords();
  return (
    <main id="content" class="waiting">
      <p class="dots" role="status">
        {words.app.loading}
      </p>
    </main>
  );
}
