import { useEffect, useState } from "preact/hooks";
import type { OpenRoom } from "../../api/social";
import type { Problem } from "../../game/contracts";
import { problemOf, social, useTitle } from "../../parts/client";
import { GameChoice, useChosenGame } from "../../parts/game-choice";
import { ProblemCard } from "../../parts/problem";
import { useSocialWords } from "../../parts/social-words";
import { SystemWords } from "../../parts/system-words";
import { Waiting } from "../../parts/waiting";
import { useSystem } from "../system";
import { Invitations } from "./invitations";
import { NewRoomForm } from "./new-room";
import { OpenRooms } from "./rooms";

const LOOK_EVERY = 20_000;

export interface Found {
  rooms: readonly OpenRoom[];
  next: string | null;
  invitations: readonly OpenRoom[];
}

/** Who waits for an opponent, who invited the player, and a room of one's own. */
export function LobbyScreen() {
  const words = useSocialWords();
  const game = useChosenGame();
  const base = game.variant === null ? {} : { variant: game.variant };
  const system = useSystem(game.system, base);
  const [found, setFound] = useState<Found | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  useTitle(words?.lobby.title ?? "");

  const look = async () => {
    try {
      const [{ rooms, next }, invitations] = await Promise.all([social.openRooms(), social.invitations()]);
      setFound({ rooms, next, invitations });
      setProblem(null);
    } catch (error) {
      setProblem(problemOf(error));
    }
  };
  const more = async () => {
    if (!found?.next) return;
    const page = await social.openRooms(found.next);
    setFound({ ...found, rooms: [...found.rooms, ...page.rooms], next: page.next });
  };
  // why: others come and go
  useEffect(() => {
    void look();
    const timer = setInterval(() => document.visibilityState === "visible" && void look(), LOOK_EVERY);
    return () => clearInterval(timer);
  }, []);

  if (problem && !found) return <ProblemCard problem={problem} again={() => void look()} />;
  if (!words || !found) return <Waiting />;
  return (
    <main id="content" class="content narrow stack">
      <h1>{words.lobby.title}</h1>
      <Invitations invitations={found.invitations} social={words} onChange={() => void look()} />
      <OpenRooms found={found} social={words} onLook={() => void look()} onMore={more} />
      <GameChoice />
      <SystemWords key={game.system} system={game.system}>
        <NewRoomForm key={`${game.system} ${game.variant}`} base={base} system={system.value} social={words} />
      </SystemWords>
    </main>
  );
}
