import { useLoaded } from "../../parts/load";
import { useSocialWords } from "../../parts/social-words";
import type { Seated } from "./seated";

/** What people in the room say to each other, loaded where anything may be said: not in games with the computer. */
export function Chat({ seated }: { seated: Seated }) {
  const isWanted = seated.room.chat !== "off";
  const words = useSocialWords(isWanted);
  const Panel = useLoaded(isWanted ? "chat" : null, async () => (await import("./chat-panel")).ChatPanel).value;
  return words && Panel && <Panel seated={seated} social={words} />;
}
