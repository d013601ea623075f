import { useState } from "preact/hooks";
import type { TotpSetup } from "../../api/account";
import { Qr } from "../../parts/qr";
import { showToast } from "../../parts/toast";
import { useAskPassword } from "./asking";
import { Deed } from "./deed";
import { Field, Form, need } from "./form";
import { Secret } from "./guest";
import { accounts } from "./services";
import { useAccountWords } from "./words";

/** A second step at sign-in, by an authenticator app. */
export function Factor({ isOn, onChange }: { isOn: boolean; onChange: () => void }) {
  const { factor: words } = useAccountWords();
  const askPassword = useAskPassword();
  const [setup, setSetup] = useState<TotpSetup | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);

  const begin = async () => {
    // why first: the key is shown to the owner alone
    if (await askPassword()) setSetup(await accounts.beginTotp());
  };
  const finish = (recoveryCodes: readonly string[]) => {
    setSetup(null);
    setCodes(recoveryCodes);
    showToast(words.isOn);
    onChange();
  };
  const switchOff = async () => {
    await accounts.switchTotpOff();
    setCodes(null);
    showToast(words.isOff);
    onChange();
  };
  if (setup) return <SetUp setup={setup} onDone={finish} />;
  if (!isOn && !codes) {
    return (
      <>
        <p class="soft">{words.off}</p>
        <div class="row">
          <Deed label={words.setUp} run={begin} />
        </div>
      </>
    );
  }
  return (
    <>
      <p>{words.on}</p>
      {codes && <Codes codes={codes} />}
      <div class="row">
        {!codes && <Deed label={words.showCodes} run={async () => setCodes(await accounts.recoveryCodes())} />}
        <Deed kind="danger" label={words.switchOff} run={switchOff} />
      </div>
    </>
  );
}

function SetUp({ setup, onDone }: { setup: TotpSetup; onDone: (codes: readonly string[]) => void }) {
  const { factor: words, fields } = useAccountWords();
  const [code, setCode] = useState("");
  const finish = async () => {
    need({ code });
    onDone(await accounts.endTotpSetup(code.trim()));
  };
  return (
    <>
      <p>{words.scan}</p>
      <Qr text={setup.url} label={words.picture} />
      <p class="soft small">{words.byHand}</p>
      <Secret text={setup.secret} />
      <p>
        <a href={setup.url}>{words.open}</a>
      </p>
      <Form label={words.setUp} submit={words.switchOn} onSubmit={finish}>
        <Field
          code
          digits
          name="code"
          label={fields.secondFactor}
          autocomplete="one-time-code"
          maxLength={8}
          value={code}
          onInput={setCode}
        />
      </Form>
    </>
  );
}

function Codes({ codes }: { codes: readonly string[] }) {
  const { factor: words } = useAccountWords();
  return (
    <section class="stack">
      <h3>{words.codes}</h3>
      <p class="soft small">{words.codesText}</p>
      <ul class="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}
