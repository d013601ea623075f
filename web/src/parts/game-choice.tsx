import { settings } from "../settings";
import { useWords, variantName } from "../words";
import { api } from "./client";
import { useLoaded } from "./load";
import { Segmented } from "./segmented";

/** The variants of each game that there are words for; none: it has no variants. */
const GAMES: Readonly<Record<string, readonly string[]>> = {
  gunjin: [],
  luzhanqi: ["dark", "flip", "open", "four"],
};

export interface ChosenGame {
  system: string;
  variant: string | null;
}

/** What this device played last. */
export function useChosenGame(): ChosenGame {
  const system = settings.game.value;
  const variants = GAMES[system] ?? [];
  const kept = settings.variant.value;
  return { system, variant: variants.includes(kept) ? kept : (variants[0] ?? null) };
}

/** Which game, and which variant of it; games that this site does not offer are not shown. */
export function GameChoice({ withVariants = true }: { withVariants?: boolean }) {
  const words = useWords();
  const { system, variant } = useChosenGame();
  const offered = useLoaded("systems", () => api.systems());
  const names: Readonly<Record<string, string>> = words.systems;
  const games = Object.keys(GAMES).filter((key) => offered.value?.includes(key) ?? true);
  const variants = GAMES[system] ?? [];
  return (
    <section class="mode games">
      {games.length > 1 && (
        <Segmented
          quiet
          legend={words.start.game}
          value={system}
          choices={games.map((value) => ({ value, label: names[value] ?? value }))}
          onChange={(value) => {
            settings.game.value = value;
          }}
        />
      )}
      {variant !== null && withVariants && (
        <Segmented
          quiet
          legend={words.start.variant}
          value={variant}
          choices={variants.map((value) => ({ value, label: variantName(words, value) }))}
          onChange={(value) => {
            settings.variant.value = value;
          }}
        />
      )}
    </section>
  );
}
