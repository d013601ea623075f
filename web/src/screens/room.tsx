import { useCallback, useEffect, useState } from "preact/hooks";
import type { Room } from "../game/contracts";
import { api, useTitle } from "../parts/client";
import { type Loaded, useLoaded } from "../parts/load";
import { ProblemCard } from "../parts/problem";
import { changedOptions, roomOptions } from "../parts/rules-address";
import { Waiting } from "../parts/waiting";
import { useWords } from "../words";
import { HotseatTable } from "./hotseat";
import { Invitation } from "./room/lobby";
import { Table } from "./room/table";
import { useSystem } from "./system";

/** `/r/{slug}`, with `#{seat}.{secret}` where a friend was invited. */
export function RoomScreen({ slug }: { slug: string }) {
  const room = useLoaded(slug, () => api.room(slug));
  if (room.value) return <InRoom key={slug} room={room.value} loaded={room} />;
  if (room.problem) return <ProblemCard problem={room.problem} again={room.again} />;
  return <Waiting />;
}

function InRoom({ room, loaded }: { room: Room; loaded: Loaded<Room> }) {
  const words = useWords();
  const system = useSystem(room.system, room.options);
  const [secret, setSecret] = useState(readSecret);
  const mine = room.seats.find((seat) => seat.yours);
  useTitle(words.app.game);
  useEffect(() => {
    if (system.value) roomOptions.value = changedOptions(system.value);
    return () => {
      roomOptions.value = {};
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

  if (!mine && !(room.match && (room.full || !(secret || room.may_join)))) {
    return <Invitation room={room} system={system.value} secret={secret} onJoined={joined} />;
  }
  if (system.problem) return <ProblemCard problem={system.problem} again={system.again} />;
  if (!system.value || !room.match) return <Waiting />;
  if (mine && secret) dropSecret();
  if (mine && room.opponent === "same_screen") {
    return <HotseatTable key={room.match} room={room} system={system.value} setRoom={loaded.set} />;
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
    />
  );
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
