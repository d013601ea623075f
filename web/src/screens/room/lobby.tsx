import type { ComponentChild } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Side, System } from "../../game/types";
import { api, problemOf } from "../../parts/client";
import { useLoaded } from "../../parts/load";
import { ChangedOptions } from "../../parts/options";
import { Panel } from "../../parts/panel";
import { isPerson, PieceMark } from "../../parts/people";
import { ProblemCard, toastProblem } from "../../parts/problem";
import { rulesAddress } from "../../parts/rules-address";
import { copyText, ShareButtons } from "../../parts/share";
import { useSocialWords } from "../../parts/social-words";
import { showToast } from "../../parts/toast";
import { listed, playerName, sideName, systemName, useWords } from "../../words";
import { CallComputers } from "./call-computers";
import { alliesOf, type Seated } from "./seated";

/** The whole link to the seat that is free; null when the friend has come. */
export function inviteOf(room: Seated["room"]): string | null {
  const free = room.seats.find((seat) => seat.player === null && seat.link !== null);
  return free?.link ? new URL(free.link, location.origin).href : null;
}

/** Who comes needs no link: the lobby shows the room, or the player who may come was told. */
export function isOpen(room: Seated["room"]): boolean {
  return room.is_listed || room.invited !== null;
}

/** The first thing to do in a new room, on the first screen even of a phone; null where nobody needs the link. */
export function invite(room: Seated["room"]): ComponentChild {
  const url = inviteOf(room);
  if (room.seats.length > 2) return null;
  return url && !isOpen(room) ? <Share url={url} main /> : null;
}

function Share({ url, main = false }: { url: string; main?: boolean }) {
  const { lobby } = useWords();
  return <ShareButtons url={url} title={lobby.shareTitle} text={lobby.shareText} main={main} />;
}

/** While the friend has not come: the link to read and to scan, and the computer instead. */
export function Lobby({ seated }: { seated: Seated }) {
  const { room, store } = seated;
  const words = useWords();
  const [qrOpen, setQrOpen] = useState(false);
  const url = inviteOf(room);
  if (!url) return null;
  const isParty = room.seats.length > 2;
  const until = words.app.date(new Date(Date.parse(room.expires_at) - store.skew.value));

  return (
    <section class="panel" aria-label={isOpen(room) ? words.lobby.openTitle : words.lobby.title}>
      <div class="inside">
        <h2>{isOpen(room) ? words.lobby.openTitle : words.lobby.title}</h2>
        <Kept room={room} store={store} />
        {isParty ? (
          <SeatLinks seated={seated} />
        ) : (
          <>
            <p>{isOpen(room) ? words.lobby.openText : words.lobby.text}</p>
            <input
              class="input invite-link"
              readOnly
              value={url}
              aria-label={words.lobby.link}
              onFocus={(event) => event.currentTarget.select()}
            />
            {isOpen(room) && <Share url={url} />}
            <Panel title={words.lobby.qr} open={qrOpen} onToggle={setQrOpen}>
              {qrOpen && <Code url={url} />}
              <p class="soft small">{words.lobby.qrHint}</p>
            </Panel>
          </>
        )}
        <CallComputers seated={seated} title={isParty ? words.lobby.fill : words.lobby.dontWait}>
          {isParty ? words.lobby.fillText : words.lobby.dontWaitText}
        </CallComputers>
        <p class="soft small">
          {words.lobby.expires(until)} {words.lobby.idle(30)}
        </p>
      </div>
    </section>
  );
}

/** Drawn by a chunk of its own: few look at it. */
function Code({ url }: { url: string }) {
  const { lobby } = useWords();
  const drawn = useLoaded("qr", () => import("../../parts/qr"));
  const Qr = drawn.value?.Qr;
  if (drawn.problem) return <ProblemCard inside problem={drawn.problem} again={drawn.again} />;
  return Qr ? <Qr text={url} label={lobby.qr} /> : null;
}

/** Who sits where, and a link for each seat that is free. */
function SeatLinks({ seated }: { seated: Seated }) {
  const { room, system, own } = seated;
  const words = useWords();
  const allies = alliesOf(system, own);
  return (
    <>
      <p>{words.lobby.textMany}</p>
      <ul class="players">
        {room.seats.map((seat) => (
          <li key={seat.number} class="player" data-seat={seat.side}>
            <PieceMark system={system} side={seat.side} />
            <span class="who">
              {words.app.caption(
                words.players.seat(
                  seat.yours ? words.players.you : seat.player ? playerName(words, seat.player) : words.lobby.free,
                  sideName(words, seat.side),
                ),
              )}
            </span>
            {allies.includes(seat.side) && <span class="badge">{words.players.ally}</span>}
            {seat.link && <CopyLink url={new URL(seat.link, location.origin).href} side={sideName(words, seat.side)} />}
          </li>
        ))}
      </ul>
    </>
  );
}

function CopyLink({ url, side }: { url: string; side: string }) {
  const { lobby } = useWords();
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    const done = await copyText(url);
    setCopied(done);
    if (!done) showToast(lobby.copyFailed, { bad: true });
  };
  return (
    <button
      type="button"
      class="button small"
      aria-label={lobby.copyFor(side)}
      aria-live="polite"
      data-link={url}
      onClick={copy}
    >
      {copied ? lobby.copied : lobby.copy}
    </button>
  );
}

/** Who else may come, without the link. */
function Kept({ room, store }: Pick<Seated, "room" | "store">) {
  const social = useSocialWords(isOpen(room));
  useEffect(
    () =>
      store.onRoom(({ type }) => {
        if (type === "invitation.declined" && social) showToast(social.invitations.declined);
      }),
    [store, social],
  );
  if (!social) return null;
  return (
    <>
      {room.invited !== null && <p>{social.invitations.waiting(room.invited)}</p>}
      {room.is_listed && <p>{social.invitations.listed}</p>}
    </>
  );
}

interface InvitationProps {
  room: Seated["room"];
  system: System | null;
  /** From the link; null where the link has none. */
  secret: { seat: number; secret: string } | null;
  onJoined: (room: Seated["room"]) => void;
}

/** For who opened a link: whose game it is, and the button that sits down. Nothing happens before it is pressed. */
export function Invitation({ room, system, secret, onJoined }: InvitationProps) {
  const words = useWords();
  const [busy, setBusy] = useState(false);
  const host = room.seats.find((seat) => isPerson(seat.player))?.player;
  const seat = room.seats.find(
    (each) => each.player === null && (secret ? each.number === secret.seat : room.may_join),
  );

  const join = async () => {
    if (!seat) return;
    setBusy(true);
    try {
      onJoined(await api.claim(room.slug, seat.number, secret?.secret ?? null));
    } catch (error) {
      const problem = problemOf(error);
      // why: what is forbidden here is a secret that fits no seat
      toastProblem(words, problem.code === "forbidden" ? { ...problem, code: "wrong-link" } : problem);
    } finally {
      setBusy(false);
    }
  };
  if (room.full || !seat) {
    const wrong = !room.full && words.problems["wrong-link"];
    return (
      <main id="content" class="letter">
        <h1>{wrong ? wrong.title : words.lobby.full}</h1>
        <p>{wrong ? wrong.text : room.seats.length > 2 ? words.lobby.roomFullText : words.lobby.fullText}</p>
        <a class="button main" href="/">
          {words.app.toStart}
        </a>
      </main>
    );
  }
  return (
    <main id="content" class="letter">
      <p class="soft">{systemName(words, room.system, room.options.variant)}</p>
      <h1>{words.lobby.joinTitle}</h1>
      {host && <p>{words.lobby.invitedBy(host.name)}</p>}
      <p>{words.lobby.joinText(sideName(words, seat.side))}</p>
      {system && <Allies system={system} side={seat.side} />}
      {system && <ChangedOptions system={system} options={room.options} />}
      <button type="button" class="button main wide" disabled={busy} aria-busy={busy} onClick={join}>
        {busy ? words.lobby.joining : words.lobby.join}
      </button>
      <a href={rulesAddress()} class="small">
        {words.start.learn}
      </a>
    </main>
  );
}

function Allies({ system, side }: { system: System; side: Side }) {
  const words = useWords();
  const allies = alliesOf(system, side).map((each) => sideName(words, each));
  return allies.length > 0 ? <p>{words.lobby.allied(listed(words, allies))}</p> : null;
}
