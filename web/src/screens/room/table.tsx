import { useEffect, useRef, useState } from "preact/hooks";
import type { MatchStore, Problem, Room } from "../../game/contracts";
import { barredSquares } from "../../game/layout";
import { unseenFlags } from "../../game/moves";
import { isComputer, type Piece, type Side, type Snapshot, type System } from "../../game/types";
import { Announcement } from "../../parts/announcement";
import { openStore, useTitle } from "../../parts/client";
import { type BoardSpec, ButtonsPanel } from "../../parts/game-board";
import { Panel } from "../../parts/panel";
import { ConnectionBadge, Players } from "../../parts/people";
import { ProblemCard, toastProblem } from "../../parts/problem";
import { ShareButtons } from "../../parts/share";
import { TableFrame } from "../../parts/table-frame";
import { Waiting } from "../../parts/waiting";
import { useWords } from "../../words";
import { CarryDialog } from "./carry";
import { Chat } from "./chat";
import { ClosingNote } from "./closing";
import { type Editing, useEditing } from "./editor";
import { EndPanels } from "./end-panels";
import { OpponentGone } from "./gone";
import { GuessDialog } from "./guess";
import { LayoutPanels } from "./layout-panels";
import { LeaveTools } from "./leave";
import { invite, isOpen, Lobby } from "./lobby";
import { useMatchNews } from "./news";
import { PlayPanels } from "./play-panels";
import { type Playing, usePlaying } from "./playing";
import type { Seated } from "./seated";
import { faceDownPieces } from "./table-pieces";

/** Frames that say nothing new of the room. */
const SILENT = /^(room$|chat\.)/;

interface TableProps {
  match: string;
  room: Room;
  system: System;
  own: Side | null;
  roomProblem: Problem | null;
  setRoom: (room: Room) => void;
  refreshRoom: () => void;
  leave: () => Promise<void>;
}

/** One match of the room, from the layout to the end, as one seat or a spectator sees it. */
export function Table({ match, room, system, own, roomProblem, setRoom, refreshRoom, leave }: TableProps) {
  const words = useWords();
  const [store, setStore] = useState<MatchStore | null>(null);

  useEffect(() => {
    const opened = openStore(match, own, room.id);
    setStore(opened);
    return () => opened.dispose();
  }, [match, own, room.id]);
  useEffect(() => store?.onRoom((frame) => !SILENT.test(frame.type) && refreshRoom()), [store, refreshRoom]);
  const problem = store?.problem.value ?? null;
  const snapshot = store?.state.value ?? null;
  useEffect(() => {
    if (!problem || !store?.state.value) return;
    toastProblem(words, problem);
    store.dismissProblem();
  }, [problem, store, words]);

  if (!store || !snapshot) {
    const fatal = problem ?? roomProblem;
    return fatal ? <ProblemCard problem={fatal} again={refreshRoom} /> : <Waiting />;
  }
  return <AtTable seated={{ room, system, store, own, snapshot, setRoom, refreshRoom, leave }} />;
}

function AtTable({ seated }: { seated: Seated }) {
  const words = useWords();
  const { room, store, system, own, snapshot } = seated;
  const told = useRef<Snapshot>();
  if (snapshot.phase === "playing") told.current = snapshot;
  const layingOut = snapshot.phase === "layout" && system.has_layout && own !== null;
  const confirmed = snapshot.layout?.confirmed ?? false;
  // why: what another tab confirmed goes before what this tab had begun
  const draftKey = confirmed ? null : `gyoji-draft:${snapshot.match}:${own}`;
  const known = snapshot.layout?.pieces ?? null;
  const editing = useEditing(layingOut ? { system, side: own, known, draftKey } : null);
  const playing = usePlaying(
    snapshot.phase === "layout" ? null : { system, store, snapshot, own, notes: own !== null },
  );
  useMatchNews(seated);
  useTitle(playing.myTurn ? words.play.yourTurn : words.app.game);
  const spec = boardSpec(seated, editing, playing);
  // why: the invitation says already who sits where
  const isGathering = snapshot.seats.length > 2 && snapshot.seats.some(({ player }) => player === null);

  return (
    <TableFrame
      stage={snapshot.phase}
      title={snapshot.phase === "over" ? null : words.app.game}
      spec={spec}
      focusKey={`${snapshot.phase} ${snapshot.layout?.confirmed}`}
    >
      {snapshot.phase === "layout" && <LayoutStage seated={seated} editing={editing} />}
      {snapshot.phase === "playing" && (
        <PlayPanels
          system={system}
          store={store}
          snapshot={snapshot}
          own={own}
          playing={playing}
          foot={own !== null && <LeaveTools seated={seated} />}
        >
          <OpponentGone seated={seated} />
          {own === null && room.spectators_delay > 0 && (
            <p class="soft">{words.players.spectatorLate(room.spectators_delay)}</p>
          )}
        </PlayPanels>
      )}
      {snapshot.phase === "over" && <EndPanels seated={seated} told={told.current} />}
      <Chat seated={seated} />
      <section class="panel">
        <div class="inside">
          {!isGathering && (
            <Players
              match={snapshot.match}
              system={system}
              seats={snapshot.seats}
              own={own}
              turn={snapshot.turn}
              out={snapshot.view?.out ?? []}
              colours={snapshot.view?.flip?.colours}
              showsReady={snapshot.phase === "layout" && snapshot.seats.length > 2}
              store={store}
            />
          )}
          <ConnectionBadge connection={store.connection.value} />
        </div>
      </section>
      <ButtonsPanel spec={spec} />
      {seated.room.spectators_allowed && (
        <Panel title={words.lobby.watch}>
          <ShareButtons
            url={new URL(`/r/${seated.room.slug}`, location.origin).href}
            title={words.lobby.shareTitle}
            text={words.lobby.watch}
          />
        </Panel>
      )}
      <ClosingNote seated={seated} />
      {own !== null && snapshot.phase === "playing" && <GuessDialog seated={seated} playing={playing} />}
      <CarryDialog playing={playing} />
    </TableFrame>
  );
}

function LayoutStage({ seated, editing }: { seated: Seated; editing: Editing }) {
  const { store, system, own, snapshot } = seated;
  const words = useWords();
  if (own === null) return <p class="soft">{words.players.spectator}</p>;
  const others = snapshot.seats.filter((seat) => seat.side !== own);
  const free = others.filter((seat) => seat.player === null).length;
  const pieces = editing.editor?.pieces;
  const oneMissing = isOpen(seated.room) ? words.lobby.openWaiting : words.lobby.waiting;
  const waiting = others.length > 1 ? words.lobby.waitingFor(free) : oneMissing;
  let news = others.some((seat) => seat.confirmed && !isComputer(seat.player)) ? words.layout.opponentConfirmed : null;
  if (others.length > 1) news = null;
  if (free > 0) news = waiting;
  if (!system.has_layout) {
    return (
      <>
        <Announcement now={waiting} last={words.lobby.begins} busy />
        {invite(seated.room)}
        <Lobby seated={seated} />
        <div class="tools">
          <LeaveTools seated={seated} />
        </div>
      </>
    );
  }
  return (
    <>
      <LayoutPanels
        editing={editing}
        confirmed={snapshot.layout?.confirmed ?? false}
        waits={others.some((seat) => !seat.confirmed)}
        news={news}
        head={invite(seated.room)}
        busy={store.busy.value}
        onConfirm={() => pieces && store.confirmLayout(pieces).catch(() => undefined)}
        onAgain={() => store.withdrawLayout().catch(() => undefined)}
      >
        <Lobby seated={seated} />
        <OpponentGone seated={seated} />
      </LayoutPanels>
      <div class="tools">
        <LeaveTools seated={seated} />
      </div>
    </>
  );
}

/** What is on the board in each phase. */
export function boardSpec(
  seated: Pick<Seated, "system" | "own" | "snapshot">,
  editing: Editing,
  playing: Playing,
): BoardSpec {
  const { system, own, snapshot } = seated;
  const shared = { system, own, near: own ?? system.sides[0] ?? null };
  if (snapshot.phase === "layout") {
    const confirmed = snapshot.layout?.confirmed ?? false;
    return {
      ...shared,
      part: own,
      pieces: layoutPieces(seated, editing),
      selected: editing.editor?.selected ?? null,
      targets: [],
      barred: editing.editor ? barredSquares(editing.editor) : [],
      last: null,
      guesses: {},
      disabled: own === null || confirmed || editing.editor === null,
      onSquare: editing.onSquare,
      onDrag: editing.onDrag,
    };
  }
  return {
    ...shared,
    pieces: snapshot.view?.pieces ?? [],
    selected: playing.selected,
    targets: playing.targets,
    last: playing.last,
    flags: unseenFlags(snapshot.view),
    guesses: snapshot.phase === "over" ? {} : playing.guesses,
    disabled: own === null || snapshot.phase === "over",
    onSquare: playing.onSquare,
    onDrag: playing.onDrag,
    onGrab: playing.onGrab,
  };
}

/** The own pieces as they are being laid out; of who has confirmed, the backs. */
function layoutPieces(
  { system, own, snapshot }: Pick<Seated, "system" | "own" | "snapshot">,
  editing: Editing,
): Piece[] {
  if (!system.has_layout) return faceDownPieces(system);
  const pieces: Piece[] = [];
  for (const seat of snapshot.seats) {
    const mine = seat.side === own ? (editing.editor?.pieces ?? {}) : null;
    for (const square of system.layout_squares[seat.side]?.squares ?? []) {
      const kind = mine?.[square] ?? null;
      if (mine ? kind !== null : seat.confirmed) {
        pieces.push({ square, side: seat.side, origin: square, moved: false, kind });
      }
    }
  }
  return pieces;
}
