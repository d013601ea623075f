import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { MatchStore, Problem, Room } from "../game/contracts";
import type { Piece, Side, Snapshot, Square, System } from "../game/types";
import { api, openStore, problemOf } from "../parts/client";
import { ButtonsPanel } from "../parts/game-board";
import { ProblemCard, toastProblem } from "../parts/problem";
import { TableFrame } from "../parts/table-frame";
import { clearToasts } from "../parts/toast";
import { Waiting } from "../parts/waiting";
import { sideName, useWords, type Words } from "../words";
import { CarryDialog } from "./room/carry";
import { attempt } from "./room/deeds";
import { useEditing } from "./room/editor";
import { LookBack, OtherGame, ReplayLink, Result } from "./room/end-panels";
import { LayoutPanels } from "./room/layout-panels";
import { LeaveButton } from "./room/leave";
import { PlayPanels } from "./room/play-panels";
import { usePlaying } from "./room/playing";
import { boardSpec } from "./room/table";

interface HotseatProps {
  room: Room;
  system: System;
  setRoom: (room: Room) => void;
  leave: () => Promise<void>;
}

/** What the page holds: a curtain in front of somebody's turn, or one seat's own look. Never two. */
type Scene =
  | { type: "asking" }
  | { type: "curtain"; side: Side; laysOut: boolean }
  | { type: "open"; side: Side }
  | { type: "problem"; problem: Problem };

/** Two players on one device, with a curtain between their turns. */
export function HotseatTable({ room, system, setRoom, leave }: HotseatProps) {
  const [scene, setScene] = useState<Scene>({ type: "asking" });
  const [round, setRound] = useState(0);

  // why: asked again after every turn
  useEffect(() => {
    let wanted = true;
    whoseTurn(room, system).then(
      (next) => wanted && setScene(next),
      (error: unknown) => wanted && setScene({ type: "problem", problem: problemOf(error) }),
    );
    return () => {
      wanted = false;
    };
  }, [room.match, round]);

  const change = () => {
    clearToasts();
    setScene({ type: "asking" });
    setRound(round + 1);
  };
  if (scene.type === "problem") return <ProblemCard problem={scene.problem} again={change} />;
  if (scene.type === "asking") return <Waiting />;
  // why: where everything is open, nobody has to look away
  const isCovered = scene.type === "curtain" && (system.hidden || scene.laysOut);
  if (scene.type === "curtain" && isCovered) {
    return <Curtain scene={scene} onOpen={() => setScene({ type: "open", side: scene.side })} />;
  }
  return <OpenSeat key={scene.side} side={scene.side} onChange={change} {...{ room, system, setRoom, leave }} />;
}

/** From what is public: who has to lay out or to move. Asks for no seat's view while the match runs. */
async function whoseTurn(room: Room, system: System): Promise<Scene> {
  const waiting = (await api.turns()).filter((line) => line.match === room.match);
  const side = system.sides.find((each) => waiting.some((line) => line.side === each));
  if (side !== undefined) return { type: "curtain", side, laysOut: waiting[0]?.phase === "layout" };
  // why: nobody waits only when the match is over, and then everybody may see everything
  return { type: "open", side: system.sides[0] ?? "" };
}

function Curtain({ scene, onOpen }: { scene: { side: Side; laysOut: boolean }; onOpen: () => void }) {
  const words = useWords();
  const { hotseat } = words;
  const key = scene.side === "second" ? "second" : "first";
  return (
    <main id="content" class="content narrow">
      <section class={`curtain ${key}`} aria-label={hotseat.curtain}>
        <h1>{hotseat.pass(sideName(words, scene.side))}</h1>
        <p>
          {hotseat.lookAway} {hotseat.covered}
        </p>
        <button type="button" class="button main" onClick={onOpen}>
          {scene.laysOut ? hotseat.layOut[key] : hotseat.start[key]}
        </button>
      </section>
    </main>
  );
}

interface OpenSeatProps extends HotseatProps {
  side: Side;
  onChange: () => void;
}

/** The curtain is open for one seat, or for both where everything is open; stores are made here and end here. */
function OpenSeat({ room, system, side: first, onChange, setRoom, leave }: OpenSeatProps) {
  const [side, setSide] = useState(first);
  const words = useWords();
  const store = useLook(room, side);
  const problem = store?.problem.value ?? null;
  const snapshot = store?.state.value ?? null;
  useEffect(() => {
    if (!problem || !store?.state.value) return;
    toastProblem(words, problem);
    store.dismissProblem();
  }, [problem, store, words]);

  if (store && snapshot) {
    const passTo = system.hidden ? null : setSide;
    return (
      <SeatTable {...{ room, system, side: store.seat ?? side, passTo, onChange, setRoom, leave, store, snapshot }} />
    );
  }
  if (problem) return <ProblemCard problem={problem} again={onChange} />;
  return <Waiting />;
}

/** The store of a seat. Until it knows the match, the one before stays: only ever where both may see the same. */
function useLook({ match, id }: Room, side: Side): MatchStore | null {
  const [newest, setNewest] = useState<MatchStore | null>(null);
  const shown = useRef<MatchStore | null>(null);
  useEffect(() => {
    if (!match) return undefined;
    const before = shown.current?.state.peek()?.match === match ? shown.current : null;
    const opened = openStore(match, side, id, before?.plies.peek());
    setNewest(opened);
    // why: what is shown is disposed of when something else is
    return () => void (opened !== shown.current && opened.dispose());
  }, [match, id, side]);
  const isReady = newest !== null && (newest.state.value !== null || newest.problem.value !== null);
  const store = isReady ? newest : shown.current;
  useLayoutEffect(() => {
    if (store === shown.current) return;
    shown.current?.dispose();
    shown.current = store;
  }, [store]);
  useEffect(() => () => shown.current?.dispose(), []);
  return store;
}

const PIECE: readonly (keyof Piece)[] = ["side", "square", "origin", "kind", "moved", "army"];

/** The same list as long as it says the same: a new one would cut short what moves on the board. */
function useSteady(pieces: readonly Piece[]): readonly Piece[] {
  const kept = useRef(pieces);
  const saying = (list: readonly Piece[]) => JSON.stringify(list, [...PIECE]);
  if (kept.current !== pieces && saying(kept.current) !== saying(pieces)) kept.current = pieces;
  return kept.current;
}

/** What the next one taps before the page asks as them is done as soon as it does. */
function useEarly(isEarly: boolean, onSquare: (square: Square) => void): (square: Square) => void {
  const kept = useRef<Square | null>(null);
  useEffect(() => {
    if (isEarly || kept.current === null) return;
    onSquare(kept.current);
    kept.current = null;
  }, [isEarly]);
  if (!isEarly) return onSquare;
  return (square) => {
    kept.current = square;
  };
}

interface SeatTableProps extends OpenSeatProps {
  store: MatchStore;
  snapshot: Snapshot;
  /** Nobody has to look away: the next one plays at once. null: there is a curtain between. */
  passTo: ((side: Side) => void) | null;
}

function SeatTable(props: SeatTableProps) {
  const { room, system, side, passTo, onChange, setRoom, leave, store, snapshot } = props;
  const words = useWords();
  const over = snapshot.phase === "over";
  const own = over ? null : side;
  const known = snapshot.layout?.pieces ?? null;
  const editing = useEditing(snapshot.phase === "layout" ? { system, side, known, draftKey: null } : null);
  const playing = usePlaying(snapshot.phase === "layout" ? null : { system, store, snapshot, own: side, notes: false });
  const turned = boardSpec({ system, own, snapshot }, editing, playing);
  const done = snapshot.phase === "playing" && snapshot.turn !== side;
  const pieces = useSteady(turned.pieces);
  const onSquare = useEarly(done, turned.onSquare);
  const spec = passTo === null ? turned : { ...turned, pieces, onSquare, near: system.sides[0] ?? null };
  const next = done ? snapshot.turn : null;
  useEffect(() => {
    if (next !== null) passTo?.(next);
  }, [next]);
  const layout = editing.editor?.pieces;
  const confirm = async () => {
    // why: the store keeps a refusal in `problem`, where the screen shows it
    const confirmed =
      layout &&
      (await store.confirmLayout(layout).then(
        () => true,
        () => false,
      ));
    // why: when the last one has, everything is open, and who begins plays at once
    const goesOn = passTo !== null && store.state.peek()?.phase === "playing";
    if (confirmed && !goesOn) onChange();
  };

  return (
    <TableFrame
      stage={snapshot.phase}
      title={over ? null : words.hotseat.title}
      spec={spec}
      focusKey={passTo ? snapshot.phase : `${snapshot.phase} ${side}`}
    >
      {snapshot.phase === "layout" && (
        <LayoutPanels
          editing={editing}
          confirmed={snapshot.layout?.confirmed ?? false}
          waits={false}
          news={null}
          busy={store.busy.value}
          shared
          onConfirm={() => void confirm()}
          onAgain={() => store.withdrawLayout().catch(() => undefined)}
        />
      )}
      {snapshot.phase === "playing" && (
        <PlayPanels {...{ system, store, snapshot, playing }} own={side} shared done={done && passTo === null}>
          {done && passTo === null && (
            <ChangePlayer words={words} battle={snapshot.view?.last?.battle !== null} onChange={onChange} />
          )}
        </PlayPanels>
      )}
      <CarryDialog playing={playing} />
      {over && <HotseatEnd {...{ room, system, snapshot, setRoom, leave }} />}
      <ButtonsPanel spec={spec} />
      {!over && <LeaveButton phase={snapshot.phase} shared={false} oneDevice leave={leave} />}
    </TableFrame>
  );
}

function ChangePlayer({ words, battle, onChange }: { words: Words; battle: boolean; onChange: () => void }) {
  return (
    <div class="stack">
      <p class="soft">{battle ? words.hotseat.checkResult : words.hotseat.moveDone}</p>
      <button type="button" class="button main wide" onClick={onChange}>
        {words.hotseat.change}
      </button>
    </div>
  );
}

function HotseatEnd({ room, system, snapshot, setRoom, leave }: HotseatProps & { snapshot: Snapshot }) {
  const words = useWords();
  const again = async () => setRoom(await api.offerRematch(room.slug));
  return (
    <>
      <Result system={system} snapshot={snapshot} own={null} told={undefined}>
        <div class="pair">
          <button type="button" class="button main" onClick={() => attempt(words, again())}>
            {words.end.again}
          </button>
          <ReplayLink snapshot={snapshot} />
        </div>
      </Result>
      <OtherGame leave={leave} />
      <LookBack system={system} snapshot={snapshot} own={null} />
    </>
  );
}
