import type { ComponentChildren, RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Link } from "wouter-preact";
import { checkFairness, type Fairness } from "../../game/fairness";
import { lastPlyOf } from "../../game/told";
import type { Side, Snapshot, System } from "../../game/types";
import { Captured } from "../../parts/captured";
import { api, go, play as sound } from "../../parts/client";
import { isPerson } from "../../parts/people";
import { showToast } from "../../parts/toast";
import { outcomeText, plyText, sideName, tellerFor, useWords } from "../../words";
import { RecordedBattles } from "./battles";
import { attempt } from "./deeds";
import { GoOn } from "./go-on";
import { WinTablePanel } from "./play-panels";
import type { Seated } from "./seated";

interface ResultProps {
  system: System;
  snapshot: Snapshot;
  own: Side | null;
  /** The digests this page was told before the end. */
  told: Snapshot | undefined;
  /** The ways on, right under the reason. */
  children: ComponentChildren;
}

/** Who won and why, that everything is shown, and that nobody cheated. */
export function Result({ system, snapshot, own, told, children }: ResultProps) {
  const words = useWords();
  const { outcome } = snapshot;
  const ending = outcome ? outcomeText(words, outcome, system.sides, own) : null;
  const last = snapshot.view && lastPlyOf(snapshot.view);
  const teller = tellerFor(words, { system, seats: snapshot.seats, own, shared: false });

  // why: once for each match
  useEffect(() => {
    if (ending) sound(ending.ending === "won" || ending.ending === "lost" ? ending.ending : "draw");
  }, [snapshot.match]);

  if (!ending) return null;
  return (
    <section class={ending.ending === "won" ? "result won" : "result"}>
      <div role="status">
        <h1>{ending.title}</h1>
        <p>{ending.reason}</p>
      </div>
      {children}
      {snapshot.view && <p class="soft">{words.end.summary(snapshot.ply_count)}</p>}
      {snapshot.reveal && (
        <>
          <p class="soft">{words.end.revealed}</p>
          <FairnessLine snapshot={snapshot} told={told} />
        </>
      )}
      {last && <p class="small soft">{plyText(words, last, { ...teller, isOver: true })}</p>}
    </section>
  );
}

function FairnessLine({ snapshot, told }: { snapshot: Snapshot; told: Snapshot | undefined }) {
  const { end: words } = useWords();
  const [found, setFound] = useState<Fairness | null>(null);
  // why: once for each match
  useEffect(() => {
    let wanted = true;
    checkFairness(snapshot, told).then((answer) => wanted && setFound(answer));
    return () => {
      wanted = false;
    };
  }, [snapshot.match]);
  const text = {
    sound: snapshot.reveal?.deal ? words.verifiedDeal : words.verified,
    broken: words.tampered,
    unchecked: words.unverified,
  };
  const tone = { sound: "badge good", broken: "badge bad", unchecked: "badge middling" };
  return (
    <details class="small">
      <summary class={`${found ? tone[found] : "badge"} fairness`}>{found ? text[found] : words.verifying}</summary>
      <p class="soft">{words.verifyHelp}</p>
    </details>
  );
}

/** The end of a match in a room: result, rematch, replay, other games. */
export function EndPanels({ seated, told }: { seated: Seated; told: Snapshot | undefined }) {
  const { system, snapshot, own, leave } = seated;
  return (
    <>
      <Result system={system} snapshot={snapshot} own={own} told={told}>
        {own === null ? <ReplayLink snapshot={snapshot} /> : <WaysOn seated={seated} />}
      </Result>
      <OtherGame leave={own === null ? undefined : leave} />
      <LookBack system={system} snapshot={snapshot} own={own} />
      <WinTablePanel system={system} />
    </>
  );
}

/** What was lost, and every battle; nothing where no ply was made. */
export function LookBack({ system, snapshot, own }: { system: System; snapshot: Snapshot; own: Side | null }) {
  const words = useWords();
  if (!snapshot.view) return null;
  const teller = tellerFor(words, { system, seats: snapshot.seats, own, shared: false });
  return (
    <>
      <section class="panel">
        <div class="inside">
          <Captured system={system} view={snapshot.view} own={own} />
        </div>
      </section>
      <RecordedBattles match={snapshot.match} teller={teller} />
    </>
  );
}

export function ReplayLink({ snapshot }: { snapshot: Snapshot }) {
  const { end: words } = useWords();
  if (!snapshot.view) return null;
  return (
    <Link href={`/replay/${snapshot.match}`} class="button">
      {words.replay}
    </Link>
  );
}

/** The way out of the room to all ways to play; without `leave` for who has no seat in it. */
export function OtherGame({ leave }: { leave: (() => Promise<void>) | undefined }) {
  const words = useWords();
  return (
    <button type="button" class="button wide" onClick={() => (leave ? void leave() : go("/"))}>
      {words.end.chooseMode}
    </button>
  );
}

/** The next match here: with the same people, or with computers for who left or is gone. */
function WaysOn({ seated }: { seated: Seated }) {
  const withdraw = useRef<HTMLButtonElement>(null);
  const isOffering = seated.room.seats.some((seat) => seat.yours && seat.offers_rematch);
  const wasOffering = useRef(isOffering);
  // why: computers that were called leave no button where the focus was
  useEffect(() => {
    if (isOffering && !wasOffering.current && document.activeElement === document.body) withdraw.current?.focus();
    wasOffering.current = isOffering;
  }, [isOffering]);
  if (seated.room.seats.some((seat) => seat.player === null)) {
    return (
      <>
        <GoOn seated={seated} />
        <ReplayLink snapshot={seated.snapshot} />
      </>
    );
  }
  return (
    <>
      <Rematch seated={seated} withdrawButton={withdraw} />
      <GoOn seated={seated} />
    </>
  );
}

interface RematchProps {
  seated: Seated;
  withdrawButton: RefObject<HTMLButtonElement>;
}

function Rematch({ seated, withdrawButton }: RematchProps) {
  const { room, system, own, snapshot, setRoom, refreshRoom } = seated;
  const words = useWords();
  const [busy, setBusy] = useState(false);
  const mine = room.seats.find((seat) => seat.yours);
  const others = room.seats.filter((seat) => !seat.yours);
  const friend = snapshot.seats.some((seat) => seat.side !== own && isPerson(seat.player));
  // why: where it is not the room's rules that say who begins, friends swap sides
  const swaps = system.sides.length === 2 && room.options.first_player === undefined;
  const next = swaps ? system.sides.find((side) => side !== own) : undefined;

  const run = async (deed: () => Promise<unknown>) => {
    setBusy(true);
    await attempt(words, deed());
    setBusy(false);
  };
  const offer = () => run(async () => setRoom(await api.offerRematch(room.slug)));
  const withdraw = () =>
    run(async () => {
      await api.withdrawRematch(room.slug);
      refreshRoom();
    });

  const offers = others.filter((seat) => seat.offers_rematch).length;
  const offered = offers > 0;
  const persons = room.seats.filter((seat) => isPerson(seat.player)).length;
  const isTurned = persons > 2 && room.options.first_player === "fixed";
  const again = !friend
    ? words.end.again
    : swaps
      ? words.end.swapAgain
      : isTurned
        ? words.end.againTurned
        : words.end.again;
  const received =
    persons > 2 ? words.end.offersMany(offers, persons) : swaps ? words.end.offerReceived : words.end.offerPlain;
  // why: the offer is told where it is seen, whatever part of the page is on the screen
  useEffect(() => (offered ? showToast(received) : undefined), [offered, received]);
  if (mine?.offers_rematch) {
    return (
      <>
        <div class="pair">
          <button type="button" class="button" ref={withdrawButton} disabled={busy} onClick={withdraw}>
            {words.end.offerWithdraw}
          </button>
          <ReplayLink snapshot={snapshot} />
        </div>
        <p class="dots" role="status">
          {words.end.offerSent}
        </p>
      </>
    );
  }
  return (
    <>
      <div class="pair">
        <button type="button" class="button main" disabled={busy} aria-busy={busy} onClick={offer}>
          {offered ? words.end.offerAccept : again}
        </button>
        <ReplayLink snapshot={snapshot} />
      </div>
      {offered && <p>{received}</p>}
      {friend && next !== undefined && <p class="soft small">{words.lobby.joinText(sideName(words, next))}</p>}
    </>
  );
}
