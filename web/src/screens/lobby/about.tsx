import type { OpenRoom } from "../../api/social";
import type { System } from "../../game/types";
import { ChangedOptions } from "../../parts/options";
import { playerName, sideName, useWords } from "../../words";
import type { SocialWords } from "../../words/social";

interface AboutProps {
  room: OpenRoom;
  system: System | null;
  social: SocialWords;
}

/** One room in short: whose it is, the side that is free, and what is unusual about it. */
export function About({ room, system, social }: AboutProps) {
  const words = useWords();
  const { lobby } = social;
  const marks = [
    words.app.game,
    lobby.chats[room.chat],
    ...(room.spectators_allowed ? [lobby.watched] : []),
    ...(room.deductions_allowed ? [] : [lobby.noAid]),
  ];
  return (
    <div class="about">
      <p>
        <strong>{room.yours ? lobby.yours : playerName(words, room.host)}</strong>{" "}
        <span class={room.host_connected ? "badge good" : "badge"}>
          {room.host_connected ? lobby.here : lobby.away}
        </span>
      </p>
      <p class="soft small">{marks.join(" · ")}</p>
      {!room.yours && <p class="small">{lobby.side(sideName(words, room.side))}</p>}
      {system && <ChangedOptions system={system} options={room.options} />}
    </div>
  );
}
