import { useEffect, useState } from "preact/hooks";
import { Link } from "wouter-preact";
import type { Accused, HistoryLine, Problem } from "../game/contracts";
import { api, problemOf, session, useTitle } from "../parts/client";
import { isPerson } from "../parts/people";
import { PlayerMenu } from "../parts/player-menu";
import { ProblemCard } from "../parts/problem";
import { Waiting } from "../parts/waiting";
import { NO_RESULT, playerName, sideName, systemName, useWords } from "../words";
import { attempt } from "./room/deeds";

interface Pages {
  lines: readonly HistoryLine[];
  next: string | null;
}

/** The player's matches, newest first, page by page. */
export function HistoryScreen() {
  const words = useWords();
  const [pages, setPages] = useState<Pages | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  useTitle(words.history.title);

  const load = async (cursor?: string) => {
    setBusy(true);
    setProblem(null);
    try {
      const page = await api.history(cursor);
      setPages((old) => ({ lines: [...(cursor ? (old?.lines ?? []) : []), ...page.matches], next: page.next }));
    } catch (error) {
      setProblem(problemOf(error));
    } finally {
      setBusy(false);
    }
  };
  // why: the first page, once
  useEffect(() => void load(), []);

  if (!pages) return problem ? <ProblemCard problem={problem} again={() => void load()} /> : <Waiting />;
  return (
    <main id="content" class="content narrow stack">
      <h1>{words.history.title}</h1>
      {pages.lines.length === 0 && (
        <>
          <p class="soft">{words.history.empty}</p>
          <Link href="/" class="button main">
            {words.history.emptyAction}
          </Link>
        </>
      )}
      <ul class="lines">
        {pages.lines.map((line) => (
          <Line key={line.match} line={line} />
        ))}
      </ul>
      {pages.next && (
        <button
          type="button"
          class="button"
          disabled={busy}
          aria-busy={busy}
          onClick={() => load(pages.next ?? undefined)}
        >
          {words.app.more}
        </button>
      )}
      {problem && <ProblemCard inside problem={problem} again={() => void load(pages.next ?? undefined)} />}
      {session.mode.value === "guest" && (
        <p class="soft small">
          {words.history.guestNote} <Link href="/account">{words.history.keep}</Link>
        </p>
      )}
    </main>
  );
}

function Line({ line }: { line: HistoryLine }) {
  const words = useWords();
  const when = line.ended_at ?? line.started_at;
  const opponents = line.opponents.map((player) => playerName(words, player)).join(", ");
  // why: on one screen both seats are the same player's
  const reportable = line.opponent === "same_screen" ? [] : line.opponents;
  const resume = async () => {
    const { room } = await api.snapshot(line.match);
    return room ? `/r/${room}` : "/";
  };
  return (
    <li class="line">
      <span class="main-text grow">
        <span>
          <strong>{words.history.results[resultOf(line)]}</strong> · {opponents}
        </span>
        <span class="soft small">
          {systemName(words, line.system)} · {words.history.asSide(sideName(words, line.side))} ·{" "}
          {words.history.plies(line.ply_count)}
          {when && ` · ${words.app.date(new Date(when))}`}
        </span>
      </span>
      {reportable.map(
        (player, index) =>
          isPerson(player) && (
            <PlayerMenu
              key={index}
              name={player?.name ?? ""}
              accused={() => accused(line, index)}
              invite={line.system}
            />
          ),
      )}
      {line.phase === "over" ? (
        line.ply_count > 0 && (
          <Link href={`/replay/${line.match}`} class="button">
            {words.history.open}
          </Link>
        )
      ) : (
        <button type="button" class="button main" onClick={() => attempt(words, resume())}>
          {words.history.resume}
        </button>
      )}
    </li>
  );
}

/** The opponent of that number. */
async function accused({ match, side }: HistoryLine, index: number): Promise<Accused> {
  const { seats } = await api.snapshot(match);
  return { match, side: seats.map((seat) => seat.side).filter((each) => each !== side)[index] ?? side };
}

function resultOf({ phase, outcome, side }: HistoryLine): "won" | "lost" | "draw" | "abandoned" | "playing" | "layout" {
  if (phase !== "over" || !outcome) return phase === "layout" ? "layout" : "playing";
  if (outcome.winners.length > 0) return outcome.winners.includes(side) ? "won" : "lost";
  return NO_RESULT.has(outcome.termination) ? "abandoned" : "draw";
}
