import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { MatchStore } from "../../game/contracts";
import { recentPlies } from "../../game/told";
import type { Side, Snapshot, System, View } from "../../game/types";
import { Announcement } from "../../parts/announcement";
import { Captured } from "../../parts/captured";
import { Dialog } from "../../parts/dialog";
import { Panel } from "../../parts/panel";
import { isPerson } from "../../parts/people";
import { colourName, plyText, sideName, type Teller, tellerFor, useWords } from "../../words";
import { WinTable } from "../../words/win-table";
import { BattlesPanel } from "./battles";
import { useCatchUp } from "./catch-up";
import type { Playing } from "./playing";

const QUIET_WARNING_FROM = 20;

interface PlayPanelsProps {
  system: System;
  store: MatchStore;
  snapshot: Snapshot;
  own: Side | null;
  playing: Playing;
  /** Two players on one device; `done`: this one's ply is made. */
  shared?: boolean;
  done?: boolean;
  children?: ComponentChildren;
  /** Beside the button to resign: other ways to leave the game. All above what grows while pieces are lost. */
  foot?: ComponentChildren;
}

/** Everything beside the board while plies are made. */
export function PlayPanels(props: PlayPanelsProps) {
  const { system, store, snapshot, own, playing, shared = false, done = false, children, foot } = props;
  const words = useWords();
  const view = store.told.value?.view ?? null;
  // why: two who look at the same pieces are both "you"
  const named = shared && !system.hidden;
  const reader = named ? null : own;
  const teller = tellerFor(words, { system, seats: snapshot.seats, own: reader, shared });
  useCatchUp(store);
  return (
    <>
      <PlayLine store={store} snapshot={snapshot} own={own} teller={teller} message={playing.message} named={named} />
      {view && <Standing system={system} view={view} own={own} />}
      {children}
      {own !== null && !done && (
        <div class="tools">
          {!view?.out?.includes(own) && <Resign store={store} others={system.sides.length > 2} />}
          {foot}
        </div>
      )}
      {view && (
        <section class="panel">
          <div class="inside">
            <Captured system={system} view={view} own={reader} />
            {view.quiet_limit !== null && <Quiet plies={view.quiet_plies} limit={view.quiet_limit} />}
          </div>
        </section>
      )}
      <WinTablePanel system={system} />
      <BattlesPanel store={store} teller={teller} />
      {own === null && <p class="soft">{words.players.spectator}</p>}
    </>
  );
}

interface PlayLineProps {
  store: MatchStore;
  snapshot: Snapshot;
  own: Side | null;
  teller: Teller;
  message: string | null;
  /** Two who look at the same pieces take turns: it is said whose it is. */
  named: boolean;
}

function PlayLine({ store, snapshot, own, teller, message, named }: PlayLineProps) {
  const words = useWords();
  const told = store.told.value;
  const view = told?.view ?? null;
  const plies = told ? recentPlies(store.plies.value, told, teller.own) : [];
  // why: what the opponent did is told together with whose turn it is; who chose a piece already need not be told
  const mine = own !== null && snapshot.turn === own && (view?.turn === own || message !== null);
  // why: while the opponent's ply is on its way over the board, it is still theirs
  const turn = snapshot.turn === own && view?.turn ? view.turn : snapshot.turn;
  const mover = snapshot.seats.find((seat) => seat.side === turn);
  const thinking = !mine && mover !== undefined && !isPerson(mover.player);
  const whose = snapshot.turn === null ? "" : words.play.sideTurn(sideName(words, snapshot.turn));
  let now = whose;
  const lost = store.connection.value === "offline";
  if (lost) now = words.connection.offline;
  else if (store.busy.value) now = words.play.sending;
  else if (mine) now = message ?? (named ? whose : words.play.yourTurn);
  else if (thinking && snapshot.seats.length === 2) now = words.play.thinking;
  else if (own !== null && !named && snapshot.seats.length === 2) now = words.play.opponentTurn;
  return (
    <Announcement
      now={now}
      last={
        plies.length === 0
          ? words.play.start
          : plies.map((ply) => ({ key: ply.number, text: plyText(words, ply, teller) }))
      }
      tone={lost ? "warn" : mine || named ? "yours" : null}
      busy={lost || thinking || store.busy.value}
      tall={snapshot.seats.length > 2}
    />
  );
}

/** What everybody knows besides the pieces: colours, flags that were shown, and whether the reader is out. */
function Standing({ system, view, own }: { system: System; view: View; own: Side | null }) {
  const words = useWords();
  const { play } = words;
  const lines: string[] = [];
  const colour = own === null ? null : view.flip?.colours[own];
  if (own !== null && colour) lines.push(play.colour(colourName(words, colour) ?? colour));
  if (view.flip && Object.values(view.flip.colours).includes(null)) lines.push(play.colourUnknown);
  for (const [side, square] of Object.entries(view.flags ?? {})) {
    if (square === null || !system.hidden) continue;
    lines.push(side === own ? play.ownFlagShown(square) : play.flagShown(sideName(words, side), square));
  }
  if (own !== null && view.out?.includes(own)) lines.push(play.youAreOut);
  if (lines.length === 0) return null;
  return (
    <div class="standing small" role="status">
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}

function Quiet({ plies, limit }: { plies: number; limit: number }) {
  const { play: words } = useWords();
  const left = limit - plies;
  return (
    <p class="soft small tabular">
      {left <= QUIET_WARNING_FROM ? words.quietWarning(left) : words.quiet(plies, limit)}
    </p>
  );
}

export function WinTablePanel({ system }: { system: System }) {
  const { play: words } = useWords();
  const [open, setOpen] = useState(false);
  return (
    <Panel title={words.winTable} open={open} onToggle={setOpen}>
      {open && <WinTable system={system} />}
    </Panel>
  );
}

/** `others` play on without who gives up. */
export function Resign({ store, others = false }: { store: MatchStore; others?: boolean }) {
  const words = useWords();
  const [asking, setAsking] = useState(false);
  const resign = () => {
    setAsking(false);
    // why: the store keeps the refusal in `problem`, where the screen shows it
    store.resign().catch(() => undefined);
  };
  return (
    <>
      <button type="button" class="button" onClick={() => setAsking(true)}>
        {words.play.resign}
      </button>
      <Dialog
        open={asking}
        title={words.play.resignTitle}
        closeLabel={words.app.close}
        onClose={() => setAsking(false)}
        actions={
          <>
            <button type="button" class="button" onClick={() => setAsking(false)}>
              {words.play.resignNo}
            </button>
            <button type="button" class="button danger" onClick={resign}>
              {words.play.resignYes}
            </button>
          </>
        }
      >
        <p>{others ? words.play.resignTextOthers : words.play.resignText}</p>
      </Dialog>
    </>
  );
}
