import { useEffect, useState } from "preact/hooks";
import type { System } from "../../game/types";
import { api, problemOf } from "../../parts/client";
import { Levels } from "../../parts/level";
import { ChangedOptions } from "../../parts/options";
import { Panel } from "../../parts/panel";
import { isPerson } from "../../parts/people";
import { toastProblem } from "../../parts/problem";
import { Qr } from "../../parts/qr";
import { rulesAddress } from "../../parts/rules-address";
import { ShareButtons } from "../../parts/share";
import { useSocialWords } from "../../parts/social-words";
import { showToast } from "../../parts/toast";
import { sideName, useWords } from "../../words";
import { attempt } from "./deeds";
import type { Seated } from "./seated";

/** The whole link to the seat that is free; null when the friend has come. */
export function inviteOf(room: Seated["room"]): string | null {
  const free = room.seats.find((seat) => seat.player === null && seat.link !== null);
  return free?.link ? new URL(free.link, location.origin).href : null;
}

/** The first thing to do in a new room, on the first screen even of a phone. */
export function Invite({ room }: { room: Seated["room"] }) {
  const { lobby } = useWords();
  const url = inviteOf(room);
  return url && <ShareButtons url={url} title={lobby.shareTitle} text={lobby.shareText} main />;
}

/** While the friend has not come: the link to read and to scan, and the computer instead. */
export function Lobby({ seated }: { seated: Seated }) {
  const { room, setRoom, store } = seated;
  const words = useWords();
  const [qrOpen, setQrOpen] = useState(false);
  const url = inviteOf(room);
  if (!url) return null;
  const until = words.app.date(new Date(Date.parse(room.expires_at) - store.skew.value));

  return (
    <section class="panel" aria-label={words.lobby.title}>
      <div class="inside">
        <h2>{words.lobby.title}</h2>
        <Kept room={room} store={store} />
        <p>{words.lobby.text}</p>
        <input
          class="input invite-link"
          readOnly
          value={url}
          aria-label={words.lobby.link}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Panel title={words.lobby.qr} open={qrOpen} onToggle={setQrOpen}>
          {qrOpen && <Qr text={url} label={words.lobby.qr} />}
          <p class="soft small">{words.lobby.qrHint}</p>
        </Panel>
        <Panel title={words.lobby.dontWait}>
          <p class="small">{words.lobby.dontWaitText}</p>
          <Levels onChoose={(level) => attempt(words, api.playComputer(room.slug, level).then(setRoom))} />
        </Panel>
        <p class="soft small">
          {words.lobby.expires(until)} {words.lobby.idle(30)}
        </p>
      </div>
    </section>
  );
}

/** Who else may come, without the link. */
function Kept({ room, store }: Pick<Seated, "room" | "store">) {
  const social = useSocialWords(room.is_listed || room.invited !== null);
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
        <p>{wrong ? wrong.text : words.lobby.fullText}</p>
        <a class="button main" href="/">
          {words.app.toStart}
        </a>
      </main>
    );
  }
  return (
    <main id="content" class="letter">
      <p class="soft">{words.app.game}</p>
      <h1>{words.lobby.joinTitle}</h1>
      {host && <p>{words.lobby.invitedBy(host.name)}</p>}
      <p>{words.lobby.joinText(sideName(words, seat.side))}</p>
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
