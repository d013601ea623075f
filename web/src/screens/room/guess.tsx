import { api, prefs, useGameWords } from "../../parts/client";
import { Dialog } from "../../parts/dialog";
import { useLoaded } from "../../parts/load";
import { factText, problemText, squareName, useWords } from "../../words";
import type { Playing } from "./playing";
import type { Seated } from "./seated";

/** What could this enemy piece be: a note for the player alone, and what the server says public facts rule out. */
export function GuessDialog({ seated, playing }: { seated: Seated; playing: Playing }) {
  const { system, own, snapshot } = seated;
  const words = useWords();
  const game = useGameWords();
  const origin = playing.noting;
  const piece = snapshot.view?.pieces.find((each) => each.origin === origin && each.side !== own);
  const allowed = seated.room.deductions_allowed;
  const wanted = origin !== null && own !== null && allowed && prefs.deduction.value;
  const { value, problem } = useLoaded(wanted ? `${snapshot.match} ${own} ${snapshot.version}` : null, () =>
    api.deductions(snapshot.match, own ?? ""),
  );
  const known = value?.find((each) => each.origin === origin);
  const chosen = origin === null ? undefined : playing.guesses[origin];

  const choose = (kind: string | null) => {
    if (origin !== null) playing.note(origin, kind);
    playing.closeNote();
  };
  return (
    <Dialog
      open={piece !== undefined && piece.kind === null}
      title={piece ? words.play.guessTitle(squareName(words, piece.square, system, own)) : words.play.guess}
      closeLabel={words.app.close}
      onClose={playing.closeNote}
      actions={
        chosen !== undefined && (
          <button type="button" class="button" onClick={() => choose(null)}>
            {words.play.guessClear}
          </button>
        )
      }
    >
      {!allowed && <p class="soft small">{words.settings.deductionOff}</p>}
      {problem && wanted && <p class="soft small">{problemText(words, problem).text}</p>}
      {known && known.facts.length > 0 && (
        <ul class="small">
          {[...new Set(known.facts.map((fact) => factText(words, fact)))].map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      <div class="guess-kinds">
        {system.kinds.map((kind) => {
          const excluded = known !== undefined && !known.kinds.includes(kind.key);
          return (
            <button
              key={kind.key}
              type="button"
              class={excluded ? "button excluded" : "button"}
              aria-pressed={chosen === kind.key}
              aria-label={excluded ? `${game.kind(kind.key)} (${words.play.excluded})` : undefined}
              onClick={() => choose(chosen === kind.key ? null : kind.key)}
            >
              {words.app.caption(game.kind(kind.key))}
            </button>
          );
        })}
      </div>
    </Dialog>
  );
}
