import { useEffect, useRef } from "preact/hooks";
import { believed, thoughtAt } from "../game/thoughts";
import type { Piece, Side, System, Thought, View } from "../game/types";
import { useGameWords } from "../parts/client";
import type { Loaded } from "../parts/load";
import { Panel } from "../parts/panel";
import { ProblemCard } from "../parts/problem";
import { Waiting } from "../parts/waiting";
import { sideName, squareName, useWords } from "../words";

interface Shown {
  system: System;
  /** Through whose eyes squares are named. */
  own: Side | null;
  /** Plies played in the position on the board. */
  number: number;
  /** Before the first ply, then after each. */
  views: readonly View[];
  /** The piece that is looked at. */
  piece: Piece | null;
}

interface ReplayThoughtsProps extends Shown {
  thoughts: Loaded<readonly Thought[]>;
  open: boolean;
  onToggle: (open: boolean) => void;
}

/** What the computer thought around this position: its best plies, and what it took the chosen piece for. */
export function ReplayThoughts({ thoughts, open, onToggle, ...shown }: ReplayThoughtsProps) {
  const { replay: words } = useWords();
  const thought = thoughtAt(thoughts.value ?? [], shown.number);
  return (
    <div class="thoughts">
      <Panel title={words.thoughts.title} open={open} onToggle={onToggle}>
        {thoughts.problem && <ProblemCard problem={thoughts.problem} again={thoughts.again} inside />}
        {!thoughts.problem && !thoughts.value && <Waiting />}
        {thoughts.value && !thought && <p class="soft small">{words.thoughts.nothing}</p>}
        {thought && <OneThought thought={thought} {...shown} />}
      </Panel>
    </div>
  );
}

function OneThought({ thought, ...shown }: Shown & { thought: Thought }) {
  const words = useWords();
  const text = words.replay.thoughts;
  const name = (square = "") => squareName(words, square, shown.system, shown.own);
  const played = shown.views[thought.number]?.last?.ply.join(" ");
  return (
    <>
      <p class="small">
        <strong>{text.before(thought.number)}</strong>{" "}
        <span class="soft">{words.app.caption(sideName(words, thought.side))}</span>
      </p>
      {thought.plies.length === 0 ? (
        <p class="soft small">{text.only}</p>
      ) : (
        <section class="stack-small">
          <h2 class="small soft">{text.odds}</h2>
          <ol class="bars">
            {thought.plies.map(({ ply, odds }) => (
              <Bar
                key={ply.join(" ")}
                label={text.ply(name(ply[0]), name(ply[1]))}
                note={ply.join(" ") === played ? text.played : null}
                share={odds}
              />
            ))}
          </ol>
          <p class="soft small">{text.looked(thought.positions, thought.worlds)}</p>
        </section>
      )}
      <Believed thought={thought} {...shown} />
    </>
  );
}

function Believed({ thought, piece, system, own }: Shown & { thought: Thought }) {
  const words = useWords();
  const game = useGameWords();
  const text = words.replay.thoughts;
  const kinds = piece && believed(thought, piece.origin);
  const place = useRef<HTMLElement>(null);
  // why: on a phone the board that was touched fills the screen, and this lies below it
  useEffect(() => place.current?.scrollIntoView({ block: "nearest" }), [piece?.origin]);
  if (!piece || !kinds) return <p class="soft small">{text.pick}</p>;
  const rest = 1 - kinds.reduce((sum, { share }) => sum + share, 0);
  return (
    <section class="stack-small" aria-live="polite" ref={place}>
      <h2 class="small soft">{text.took(squareName(words, piece.square, system, own))}</h2>
      <ol class="bars">
        {kinds.map(({ kind, share }) => (
          <Bar
            key={kind}
            label={words.app.caption(game.kind(kind))}
            note={null}
            share={share}
            right={kind === piece.kind}
          />
        ))}
        {rest > 0.005 && <Bar label={words.app.caption(text.other)} note={null} share={rest} />}
      </ol>
      {piece.kind !== null && <p class="small">{text.truth(game.kind(piece.kind))}</p>}
    </section>
  );
}

interface BarProps {
  label: string;
  note: string | null;
  /** From 0 to 1. */
  share: number;
  right?: boolean;
}

function Bar({ label, note, share, right = false }: BarProps) {
  const { replay: words } = useWords();
  const percent = Math.round(share * 100);
  return (
    <li class={note !== null || right ? "bar marked" : "bar"}>
      <span class="bar-label">
        {label} {note !== null && <span class="chip">{note}</span>}
      </span>
      <span class="bar-track" aria-hidden="true">
        <span style={{ width: `${percent}%` }} />
      </span>
      <span class="bar-value tabular">{words.thoughts.percent(percent)}</span>
    </li>
  );
}
