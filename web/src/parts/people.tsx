import { useComputed } from "@preact/signals";
import { paintOf } from "../board/look";
import type { Connection, MatchStore } from "../game/contracts";
import { isComputer, type MatchSeat, type PlayerInfo, type Side, type System } from "../game/types";
import { playerName, sideName, useWords } from "../words";
import { PAINT_CLASS } from "./paint";
import { PlayerMenu } from "./player-menu";

const TONE: Readonly<Record<Connection, string>> = {
  connecting: "middling",
  open: "good",
  polling: "middling",
  offline: "bad",
  closed: "bad",
};

/** How this page hears from the server. */
export function ConnectionBadge({ connection }: { connection: Connection }) {
  const { connection: words } = useWords();
  const long = connection === "polling" ? words.pollingText : connection === "offline" ? words.offlineText : undefined;
  return (
    <span class={`badge ${TONE[connection]}`} role="status" title={long}>
      {words[connection]}
    </span>
  );
}

interface PlayersProps {
  match: string;
  system: System;
  seats: readonly MatchSeat[];
  own: Side | null;
  turn: Side | null;
  /** Sides that do not play any more. */
  out?: readonly Side[];
  /** Of each side, where armies are colours; null while it is not known. */
  colours?: Readonly<Record<Side, string | null>> | undefined;
  /** Say who has laid out. */
  showsReady?: boolean;
  store: MatchStore;
}

/** Who plays what, whose turn it is, and who is there. */
export function Players({
  match,
  system,
  seats,
  own,
  turn,
  out = [],
  colours,
  showsReady = false,
  store,
}: PlayersProps) {
  const words = useWords();
  const isAlly = (side: Side) =>
    side !== own && own !== null && system.teams?.some((team) => team.includes(own) && team.includes(side));
  const present = useComputed(() => store.present.value).value;
  return (
    <ul class="players">
      {seats.map((seat) => (
        <li key={seat.side} class={seat.side === turn ? "player turn" : "player"}>
          <PieceMark system={system} side={seat.side} army={colours?.[seat.side]} />
          <span class="who">
            {words.app.caption(
              words.players.seat(
                seat.side === own ? words.players.you : playerName(words, seat.player),
                sideName(words, seat.side),
              ),
            )}
          </span>
          {isAlly(seat.side) && <span class="badge">{words.players.ally}</span>}
          {showsReady && seat.confirmed && <span class="badge good">{words.players.ready}</span>}
          {out.includes(seat.side) && <span class="badge bad">{words.players.out}</span>}
          {seat.side !== own && isPerson(seat.player) && (
            <PlayerMenu name={playerName(words, seat.player)} accused={() => ({ match, side: seat.side })} />
          )}
          {seat.side !== own && isPerson(seat.player) && (
            <span class={`badge presence ${present[seat.side] ? "good" : "bad"}`}>
              {present[seat.side] ? words.connection.presence.here : words.connection.presence.away}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Somebody who comes and goes, as a program that plays for somebody does as well. */
export function isPerson(player: PlayerInfo | null): boolean {
  return player !== null && !isComputer(player);
}

interface PieceMarkProps {
  system: System;
  side: Side;
  army?: string | null | undefined;
}

/** A small piece in the colour of the side. */
export function PieceMark({ system, side, army = null }: PieceMarkProps) {
  const isColour = (system.colours?.length ?? 0) > 0;
  const paint = paintOf(system, isColour ? { side: null, army } : { side });
  return <span class={`piece-mark ${PAINT_CLASS[paint]}`} aria-hidden="true" />;
}
