import { useMemo, useState } from "preact/hooks";
import { Link } from "wouter-preact";
import type { NewRoom } from "../game/contracts";
import type { Kind, Piece, Side, System } from "../game/types";
import { Check } from "../parts/check";
import { api, useTitle } from "../parts/client";
import { GameBoard } from "../parts/game-board";
import { Levels } from "../parts/level";
import { OptionFields, type Options } from "../parts/options";
import { Panel } from "../parts/panel";
import { Segmented } from "../parts/segmented";
import { useWords } from "../words";
import { Resume } from "./resume";
import { attempt } from "./room/deeds";
import { useSystem } from "./system";

const SYSTEM = "gunjin";

/** All ways to play; each is one click. */
export function StartScreen() {
  const words = useWords();
  const { start } = words;
  const system = useSystem(SYSTEM);
  const [options, setOptions] = useState<Options>({});
  const [watchable, setWatchable] = useState(false);
  const [deducible, setDeducible] = useState(true);
  const [busy, setBusy] = useState<string | null>(null);
  const [place, setPlace] = useState<"first" | "second">("first");
  useTitle(start.title);

  const begin = async (name: string, wanted: Omit<NewRoom, "system">) => {
    setBusy(name);
    const room = { system: SYSTEM, options, spectators_allowed: watchable, deductions_allowed: deducible, ...wanted };
    await attempt(
      words,
      api.createRoom(room).then(({ slug }) => `/r/${slug}`),
    );
    setBusy(null);
  };
  const second = system.value?.sides[1] ?? "second";
  const changed = Object.keys(options).length;

  return (
    <main id="content" class="content">
      <div class="start">
        <div class="hero">
          <h1>{start.title}</h1>
          <p>{start.lead}</p>
        </div>
        <div class="start-board" aria-hidden="true" inert>
          {system.value && <Picture system={system.value} />}
        </div>
        <div class="aside stack">
          <Resume />
          <section class="mode first-mode">
            <h2>{start.computer}</h2>
            <Segmented
              quiet
              legend={start.place}
              value={place}
              choices={(["first", "second"] as const).map((value) => ({ value, label: start.places[value] }))}
              onChange={setPlace}
            />
            <Levels
              disabled={busy !== null}
              onChoose={(level) => {
                const side = place === "second" ? { side: second } : {};
                void begin("computer", { opponent: "computer", level, ...side });
              }}
            />
            <p class="soft small" aria-live="polite">
              {busy === "computer" ? start.creating : place === "first" ? start.computerHint : start.secondHint}
            </p>
          </section>
          <section class="mode">
            <Mode
              label={start.second}
              hint={start.secondHint}
              busy={busy}
              name="second"
              onClick={() => begin("second", { opponent: "computer", level: "intermediate", side: second })}
            />
            <Mode
              label={start.sameScreen}
              hint={start.sameScreenHint}
              busy={busy}
              name="same"
              onClick={() => begin("same", { opponent: "same_screen" })}
            />
            <Mode
              label={start.friend}
              hint={start.friendHint}
              busy={busy}
              name="friend"
              onClick={() => begin("friend", { opponent: "friend" })}
            />
            <div class="mode-choice">
              <Link href="/lobby" class="button wide">
                {start.lobby}
              </Link>
              <p class="soft small">{start.lobbyHint}</p>
            </div>
          </section>
          <Panel title={changed > 0 ? `${start.options} · ${start.optionsChanged(changed)}` : start.options}>
            <p class="soft small">{start.optionsHint}</p>
            {system.value && <OptionFields system={system.value} options={options} onChange={setOptions} />}
            {changed > 0 && (
              <button type="button" class="button" onClick={() => setOptions({})}>
                {start.optionsReset}
              </button>
            )}
            <Check checked={watchable} onChange={setWatchable}>
              {start.allowSpectators} <span class="soft small">{start.allowSpectatorsHint}</span>
            </Check>
            <Check checked={deducible} onChange={setDeducible}>
              {start.deduction} <span class="soft small">{start.deductionHint}</span>
            </Check>
          </Panel>
          <Link href="/rules" class="button quiet wide">
            {start.learn}
          </Link>
        </div>
      </div>
    </main>
  );
}

interface ModeProps {
  label: string;
  hint: string;
  name: string;
  busy: string | null;
  onClick: () => void;
}

function Mode({ label, hint, name, busy, onClick }: ModeProps) {
  return (
    <div class="mode-choice">
      <button type="button" class="button wide" disabled={busy !== null} aria-busy={busy === name} onClick={onClick}>
        {label}
      </button>
      <p class="soft small">{hint}</p>
    </div>
  );
}

/** A board as it stands before the first move: one's own faces near, backs on the other bank. */
function Picture({ system }: { system: System }) {
  const pieces = useMemo(() => picturePieces(system), [system]);
  const near = system.sides[0] ?? null;
  return (
    <GameBoard
      flat
      spec={{
        ...{ system, pieces, near, own: near, selected: null, targets: [], last: null, guesses: {} },
        disabled: true,
        onSquare: () => undefined,
      }}
    />
  );
}

function picturePieces(system: System): readonly Piece[] {
  return system.sides.flatMap((side, index) =>
    Object.entries(index === 0 ? someLayout(system, side) : {})
      .concat(index === 0 ? [] : (system.layout_squares[side]?.squares ?? []).map((square) => [square, ""]))
      .map(([square, kind]) => ({ square, side, origin: square, moved: false, kind: kind || null })),
  );
}

/** Any layout that the rules allow: the kinds with the fewest places first. */
function someLayout(system: System, side: Side): Record<string, Kind> {
  const { squares, forbidden } = system.layout_squares[side] ?? { squares: [], forbidden: {} };
  const barred = (kind: Kind) => Object.keys(forbidden[kind] ?? {}).length;
  const kinds = system.kinds.flatMap((kind) => Array<Kind>(kind.count).fill(kind.key));
  kinds.sort((a, b) => barred(b) - barred(a));
  const free = [...squares].reverse();
  const layout: Record<string, Kind> = {};
  kinds.forEach((kind, index) => {
    const allowed = free.filter((square) => !forbidden[kind]?.[square]);
    const square = allowed[(index * 7) % Math.max(1, allowed.length)];
    if (square === undefined) return;
    layout[square] = kind;
    free.splice(free.indexOf(square), 1);
  });
  return layout;
}
