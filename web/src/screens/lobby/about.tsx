import type { OpenRoom } from "../../api/social";
import { ChangedOptions } from "../../parts/options";
import { SystemWords } from "../../parts/system-words";
import { playerName, sideName, systemName, useWords } from "../../words";
import type { SocialWords } from "../../words/social";
import { useSystem } from "../system";

interface AboutProps {
  room: OpenRoom;
  social: SocialWords;
}

/** One room in short: whose it is, the side that is free, and what is unusual about it. */
export function About(props: AboutProps) {
  const { system } = props.room;
  return (
    <SystemWords key={system} system={system}>
      <Told {...props} />
    </SystemWords>
  );
}

function Told({ room, social }: AboutProps) {
  const words = useWords();
  const system = useSystem(room.system, room.options).value;
  const { lobby } = social;
  const marks = [
    systemName(words, room.system, room.options.variant),
    lobby.chats[room.chat],
    ...(room.spectators_allowed ? [lobby.watched] : []),
    ...(room.spectators_allowed && room.spectators_delay > 0 ? [words.start.delayed(room.spectators_delay)] : []),
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
