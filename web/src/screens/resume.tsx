import { Link } from "wouter-preact";
import type { TurnLine } from "../game/contracts";
import { api, hasGuest } from "../parts/client";
import { useLoaded } from "../parts/load";
import { sideName, useWords } from "../words";

const SHOWN = 3;

/** Games that wait for this player. Who has never played is not asked for. */
export function Resume() {
  const words = useWords();
  const turns = useLoaded(hasGuest() ? "turns" : null, () => api.turns());
  const lines = latestOfEach(turns.value ?? []);
  if (lines.length === 0) return null;
  return (
    <section class="mode resume">
      <h2>{words.start.resume}</h2>
      <ul class="stack">
        {lines.map((line) => (
          <li key={line.match}>
            <Link href={`/r/${line.room}`} class="button main wide">
              {words.history.resume} · {line.phase === "layout" ? words.layout.title : words.play.yourTurn}
              {` (${sideName(words, line.side)})`}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function latestOfEach(lines: readonly TurnLine[]): readonly TurnLine[] {
  const byMatch = new Map(lines.filter((line) => line.room !== null).map((line) => [line.match, line]));
  return [...byMatch.values()].slice(-SHOWN).reverse();
}
