import { useMemo, useState } from "preact/hooks";
import { Link } from "wouter-preact";
import type { NewRoom } from "../game/contracts";
import type { Kind, Piece, Side, System } from "../game/types";
import { Check } from "../parts/check";
import { api, useTitle } from "../parts/client";
import { GameBoard } from "../parts/game-board";
import { GameChoice, useChosenGame } from "../parts/game-choice";
import { Levels } from "../parts/level";
import { OptionFields, type Options, Presets } from "../parts/options";
import { Panel } from "../parts/panel";
import { rulesAddress } from "../parts/rules-address";
import { Segmented } from "../parts/segmented";
import { SystemWords } from "../parts/system-words";
import { Waiting } from "../parts/waiting";
import { Watching, watchedBy } from "../parts/watching";
import { useWords, variantHint } from "../words";
import { Resume } from "./resume";
import { attempt } from "./room/deeds";
import { faceDownPieces } from "./room/table-pieces";
import { useSystem } from "./system";

/** All ways to play; each is one click. */
export function StartScreen() {
  const { system } = useChosenGame();
  return (
    <SystemWords key={system} system={system} fallback={<Waiting />}>
      <Start />
    </SystemWords>
  );
}

function Start() {
  const words = useWords();
  const { start } = words;
  const game = useChosenGame();
  const base: Options = game.variant === null ? {} : { variant: game.variant };
  const system = useSystem(game.system, base);
  useTitle(start.title);
  return (
    <main id="content" class="content">
      <div class="start">
        <div class="hero">
          <h1>{start.title}</h1>
          <p>{game.variant === null ? start.lead : variantHint(words, game.variant)}</p>
        </div>
        <div class="start-board" aria-hidden="true" inert>
          {system.value && <Picture system={system.value} />}
        </div>
        <div class="aside stack">
          <Resume />
          <GameChoice />
          <Ways key={`${game.system} ${game.variant}`} game={game.system} base={base} system={system.value} />
        </div>
      </div>
    </main>
  );
}

interface WaysProps {
  game: string;
  /** The variant, where the game has some. */
  base: Options;
  /** null while it is on its way; the ways to play do not wait for it. */
  system: System | null;
}

/** The ways to play one game. */
function Ways({ game, base, system }: WaysProps) {
  const words = useWords();
  const { start } = words;
  const [options, setOptions] = useState<Options>({});
  const [delay, setDelay] = useState<number | null>(null);
  const [deducible, setDeducible] = useState(true);
  const [busy, setBusy] = useState<string | null>(null);
  const [place, setPlace] = useState<"first" | "second">("first");

  const begin = async (name: string, wanted: Omit<NewRoom, "system">) => {
    setBusy(name);
    const asked = { ...base, ...options };
    const room = {
      system: game,
      options: asked,
      ...watchedBy(delay),
      deductions_allowed: deducible,
      ...wanted,
    };
    await attempt(
      words,
      api.createRoom(room).then(({ slug }) => `/r/${slug}`),
    );
    setBusy(null);
  };
  const second = system?.sides[1] ?? "second";
  const changed = Object.keys(options).length;
  // why: where the rules say who begins, nobody chooses
  const isSettled = base.variant !== undefined;
  const byLot = ["random", "loser"].includes(String(options.first_player ?? "random"));
  const isParty = base.variant === "four";
  const turnHint = byLot ? start.computerTurnHint : start.places.first;
  const computerHint = isSettled ? turnHint : place === "first" ? start.computerHint : start.secondHint;
  const friendHint = isParty ? start.friendsHint : isSettled && byLot ? start.friendTurnHint : start.friendHint;

  return (
    <>
      <section class="mode first-mode">
        <h2>{start.computer}</h2>
        {!isSettled && (
          <Segmented
            quiet
            legend={start.place}
            value={place}
            choices={(["first", "second"] as const).map((value) => ({ value, label: start.places[value] }))}
            onChange={setPlace}
          />
        )}
        <Levels
          disabled={busy !== null}
          onChoose={(level) => {
            const side = !isSettled && place === "second" ? { side: second } : {};
            void begin("computer", { opponent: "computer", level, ...side });
          }}
        />
        <p class="soft small" aria-live="polite">
          {busy === "computer" ? start.creating : computerHint}
        </p>
      </section>
      <section class="mode">
        {!isSettled && (
          <Mode
            label={start.second}
            hint={start.secondHint}
            busy={busy}
            name="second"
            onClick={() => begin("second", { opponent: "computer", level: "intermediate", side: second })}
          />
        )}
        {!isParty && (
          <Mode
            label={start.sameScreen}
            hint={system && !system.hidden ? start.sameScreenOpen : start.sameScreenHint}
            busy={busy}
            name="same"
            onClick={() => begin("same", { opponent: "same_screen" })}
          />
        )}
        <Mode
          label={isParty ? start.friends : start.friend}
          hint={friendHint}
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
        {system && <Presets system={system} options={options} onChange={setOptions} />}
        {system && <OptionFields system={system} options={options} onChange={setOptions} />}
        {changed > 0 && (
          <button type="button" class="button" onClick={() => setOptions({})}>
            {start.optionsReset}
          </button>
        )}
        <Watching delay={delay} onChange={setDelay} />
        <Check checked={deducible} onChange={setDeducible}>
          {start.deduction} <span class="soft small">{start.deductionHint}</span>
        </Check>
      </Panel>
      <Link href={rulesAddress({ system: game, options: base })} class="button wide">
        {start.learn}
      </Link>
    </>
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
  if (!system.has_layout) return faceDownPieces(system);
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
