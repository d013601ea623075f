import { useState } from "preact/hooks";
import type { NewRoom, Room } from "../../game/contracts";
import type { System } from "../../game/types";
import { Check } from "../../parts/check";
import { api, go, problemOf } from "../../parts/client";
import { useLoaded } from "../../parts/load";
import { OptionFields, type Options, Presets } from "../../parts/options";
import { Panel } from "../../parts/panel";
import { Segmented } from "../../parts/segmented";
import { socialRefusal } from "../../parts/social-words";
import { Watching, watchedBy } from "../../parts/watching";
import { send } from "../../services";
import { useWords } from "../../words";
import type { SocialWords } from "../../words/social";

type ChatLevel = Room["chat"];

const LEVELS: readonly ChatLevel[] = ["off", "presets", "free"];

interface NewRoomProps {
  /** The variant, where the game has some. */
  base: Options;
  system: System | null;
  social: SocialWords;
}

/** A room of one's own: for anybody, for somebody, or for whoever gets the link. */
export function NewRoomForm({ base, system, social }: NewRoomProps) {
  const words = useWords();
  const { open } = social;
  const site = useLoaded("site", () => send({ method: "GET", path: "site" }) as Promise<{ chat: ChatLevel }>);
  const [options, setOptions] = useState<Options>({});
  const [listed, setListed] = useState(true);
  const [delay, setDelay] = useState<number | null>(null);
  const [chosen, setChosen] = useState<ChatLevel | null>(null);
  const [invite, setInvite] = useState("");
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  if (!system) return null;
  const most = LEVELS.indexOf(site.value?.chat ?? "off");
  const name = invite.trim();

  const submit = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setRefusal(null);
    const wanted: NewRoom = {
      ...{ system: system.key, opponent: "friend", options: { ...base, ...options } },
      ...watchedBy(delay),
      ...{ is_listed: listed && !name },
      ...(name && { invite: name }),
      ...(chosen && { chat: chosen }),
    };
    try {
      const { slug } = await api.createRoom(wanted);
      go(`/r/${slug}`);
    } catch (error) {
      setRefusal(socialRefusal(words, social, problemOf(error)));
      setBusy(false);
    }
  };

  return (
    <form class="panel" onSubmit={submit}>
      <div class="inside">
        <h2>{open.title}</h2>
        <label class="field">
          <span>{open.invite}</span>
          <input
            class="input"
            value={invite}
            maxLength={48}
            autoComplete="off"
            onInput={(event) => setInvite(event.currentTarget.value)}
          />
        </label>
        {name ? (
          <p class="soft small">{open.inviteHint}</p>
        ) : (
          <Check checked={listed} onChange={setListed}>
            {open.listed} <span class="soft small">{open.listedHint}</span>
          </Check>
        )}
        {most > 0 && (
          <Segmented
            legend={open.chat}
            value={chosen ?? LEVELS[most] ?? "off"}
            choices={LEVELS.slice(0, most + 1).map((value) => ({ value, label: open.chats[value] }))}
            onChange={setChosen}
          />
        )}
        <Panel title={words.start.options}>
          <Presets system={system} options={options} onChange={setOptions} />
          <OptionFields system={system} options={options} onChange={setOptions} />
          <Watching delay={delay} onChange={setDelay} />
        </Panel>
        {refusal && (
          <p class="refusal" role="alert">
            {refusal}
          </p>
        )}
        <button type="submit" class="button main wide" disabled={busy} aria-busy={busy}>
          {busy ? open.submitting : open.submit}
        </button>
      </div>
    </form>
  );
}
