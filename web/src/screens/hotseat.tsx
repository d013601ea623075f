import { useEffect, useState } from "preact/hooks";
import type { MatchStore, Problem, Room } from "../game/contracts";
import type { Side, Snapshot, System } from "../game/types";
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

/** In ms, where everything is open. */
const PASSES_AFTER = 1_200;

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

/** The curtain is open for one seat; its store is made here and ends here. */
function OpenSeat({ room, system, side, onChange, setRoom, leave }: OpenSeatProps) {
  const words = useWords();
  const [store, setStore] = useState<MatchStore | null>(null);
  useEffect(() => {
    if (!room.match) return;
    const opened = openStore(room.match, side, room.id);
    setStore(opened);
    return () => opened.dispose();
  }, [room.match, room.id, side]);
  const problem = store?.problem.value ?? null;
  const snapshot = store?.state.value ?? null;
  useEffect(() => {
    if (!problem || !store?.state.value) return;
    toastProblem(words, problem);
    store.dismissProblem();
  }, [problem, store, words]);

  if (store && snapshot) {
    return <SeatTable {...{ room, system, side, onChange, setRoom, leave, store, snapshot }} />;
  }
  if (problem) return <ProblemCard problem={problem} again={onChange} />;
  return <Waiting />;
}

function SeatTable(props: OpenSeatProps & { store: MatchStore; snapshot: Snapshot }) {
  const { room, system, side, onChange, setRoom, leave, store, snapshot } = props;
  const words = useWords();
  const over = snapshot.phase === "over";
  const own = over ? null : side;
  const known = snapshot.layout?.pieces ?? null;
  const editing = useEditing(snapshot.phase === "layout" ? { system, side, known, draftKey: null } : null);
  const playing = usePlaying(snapshot.phase === "layout" ? null : { system, store, snapshot, own: side, notes: false });
  const turned = boardSpec({ system, own, snapshot }, editing, playing);
  const spec = system.hidden ? turned : { ...turned, near: system.sides[0] ?? null };
  const done = snapshot.phase === "playing" && snapshot.turn !== side;
  const passes = done && !system.hidden;
  // why: the next one plays as soon as the ply was seen
  useEffect(() => {
    if (!passes) return;
    const timer = setTimeout(onChange, PASSES_AFTER);
    return () => clearTimeout(timer);
  }, [passes]);
  const pieces = editing.editor?.pieces;
  const confirm = async () => {
    // why: the store keeps a refusal in `problem`, where the screen shows it
    const confirmed =
      pieces &&
      (await store.confirmLayout(pieces).then(
        () => true,
        () => false,
      ));
    if (confirmed) onChange();
  };

  return (
    <TableFrame
      stage={snapshot.phase}
      title={over ? null : words.hotseat.title}
      spec={spec}
      focusKey={`${snapshot.phase} ${side}`}
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
        <PlayPanels system={system} store={store} snapshot={snapshot} own={side} playing={playing} shared done={done}>
          {done && !passes && (
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
