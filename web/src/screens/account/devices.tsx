import { useState } from "preact/hooks";
import type { Device } from "../../api/account";
import { go } from "../../parts/client";
import { Dialog } from "../../parts/dialog";
import { useLoaded } from "../../parts/load";
import { showToast } from "../../parts/toast";
import { useWords } from "../../words";
import { Deed } from "./deed";
import { deviceName } from "./device-name";
import { Loading } from "./loading";
import { accounts } from "./services";
import { useAccountWords } from "./words";

/** Where the account is signed in. */
export function Devices({ onLeave }: { onLeave: () => Promise<void> }) {
  const { app } = useWords();
  const words = useAccountWords();
  const { devices: said } = words;
  const found = useLoaded("devices", () => accounts.devices());
  const [isAsked, setAsked] = useState(false);
  const known = found.value;
  if (!known) return <Loading problem={found.problem} again={found.again} />;

  const end = async (device: Device) => {
    await accounts.endDevice(device.id);
    showToast(said.ended);
    found.set(known.filter(({ id }) => id !== device.id));
  };
  const endAll = async () => {
    await accounts.signOutEverywhere();
    showToast(words.you.signedOut);
    go("/");
  };
  return (
    <>
      <p class="soft">{said.text}</p>
      <ul class="lines">
        {known.map((device) => (
          <Line key={device.id} device={device} onEnd={() => (device.is_this ? onLeave() : end(device))} />
        ))}
      </ul>
      <div class="row">
        <button type="button" class="button danger" onClick={() => setAsked(true)}>
          {said.everywhere}
        </button>
      </div>
      <Dialog
        open={isAsked}
        title={said.everywhereTitle}
        closeLabel={app.close}
        onClose={() => setAsked(false)}
        actions={
          <>
            <button type="button" class="button" onClick={() => setAsked(false)}>
              {app.cancel}
            </button>
            <Deed kind="danger" label={said.everywhere} run={endAll} />
          </>
        }
      >
        <p>{said.everywhereText}</p>
      </Dialog>
    </>
  );
}

function Line({ device, onEnd }: { device: Device; onEnd: () => Promise<void> }) {
  const { app } = useWords();
  const { devices: words } = useAccountWords();
  const name = deviceName(device.label) ?? (device.kind === "token" ? words.app : words.unknown);
  const when = (time: string) => app.date(new Date(time));
  return (
    <li class="line">
      <span class="main-text">
        <span>
          {name} {device.is_this && <strong class="chip">{words.this}</strong>}
        </span>
        <span class="soft small">
          {device.last_used_at ? words.used(when(device.last_used_at)) : words.since(when(device.created_at))}
        </span>
      </span>
      <Deed label={words.end} about={words.endOf(name)} run={onEnd} />
    </li>
  );
}
