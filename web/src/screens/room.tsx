import { useCallback, useEffect, useState } from "preact/hooks";
import type { Room } from "../game/contracts";
import { api, go, problemOf, useTitle } from "../parts/client";
import { type Loaded, useLoaded } from "../parts/load";
import { ProblemCard, toastProblem } from "../parts/problem";
import { roomRules, rulesOf, USUAL_RULES } from "../parts/rules-address";
import { SystemWords } from "../parts/system-words";
import { Waiting } from "../parts/waiting";
import { useWords } from "../words";
import { HotseatTable } from "./hotseat";
import { Invitation } from "./room/lobby";
import { Table } from "./room/table";
import { useSystem } from "./system";

/** `/r/{slug}`, with `#{seat}.{secret}` where a friend was invited. */
export function RoomScreen({ slug }: { slug: string }) {
  const room = useLoaded(slug, () => api.room(slug));
  if (room.value) {
    return (
      <SystemWords key={slug} system={room.value.system} fallback={<Waiting />}>
        <InRoom room={room.value} loaded={room} />
      </SystemWords>
    );
  }
  if (room.problem) return <ProblemCard problem={room.problem} again={room.again} />;
  return <Waiting />;
}

function InRoom({ room, loaded }: { room: Room; loaded: Loaded<Room> }) {
  const words = useWords();
  const system = useSystem(room.system, room.options);
  const [secret, setSecret] = useState(readSecret);
  const mine = room.seats.find((seat) => seat.yours);
  const leaving = useLeaving(room.slug);
  useTitle(words.app.game);
  useEffect(() => {
    if (system.value) roomRules.value = rulesOf(system.value);
    return () => {
      roomRules.value = USUAL_RULES;
    };
  }, [system.value]);

  const joined = useCallback(
    (next: Room) => {
      dropSecret();
      setSecret(null);
      loaded.set(next);
    },
    [loaded.set],
  );

  if (leaving.now) return <Waiting />;
  if (!mine && !(room.match && (room.full || !(secret || room.may_join)))) {
    return <Invitation room={room} system={system.value} secret={secret} onJoined={joined} />;
  }
  if (system.problem) return <ProblemCard problem={system.problem} again={system.again} />;
  if (!system.value || !room.match) return <Waiting />;
  if (mine && secret) dropSecret();
  if (mine && room.opponent === "same_screen") {
    return (
      <HotseatTable key={room.match} room={room} system={system.value} setRoom={loaded.set} leave={leaving.begin} />
    );
  }
  return (
    <Table
      key={`${room.match} ${mine?.side}`}
      match={room.match}
      room={room}
      system={system.value}
      own={mine?.side ?? null}
      roomProblem={loaded.problem}
      setRoom={loaded.set}
      refreshRoom={loaded.again}
      leave={leaving.begin}
    />
  );
}

/** There is no seat to give up there any more. */
const LEFT_ALREADY = new Set(["room-closed", "not-found", "forbidden"]);

/** Giving up the seat. Meanwhile nothing of the room is shown, so that nothing asks for what is gone a moment later. */
function useLeaving(slug: string): { now: boolean; begin: () => Promise<void> } {
  const words = useWords();
  const [now, setNow] = useState(false);
  const begin = async () => {
    setNow(true);
    try {
      await api.leave(slug);
    } catch (error) {
      const problem = problemOf(error);
      if (!LEFT_ALREADY.has(problem.code)) {
        setNow(false);
        return toastProblem(words, problem);
      }
    }
    go("/");
  };
  return { now, begin };
}

/** The part after `#`, which browsers send to no server. */
function readSecret(): { seat: number; secret: string } | null {
  const found = /^#(\d+)\.(.+)$/.exec(location.hash);
  return found?.[1] && found[2] ? { seat: Number(found[1]), secret: found[2] } : null;
}

/** A spent link has no place in the address bar or in the history. */
function dropSecret(): void {
  if (location.hash) history.replaceState(history.state, "", location.pathname + location.search);
}
