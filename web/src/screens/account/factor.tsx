import { useState } from "preact/hooks";
import type { TotpSetup } from "../../api/account";
import { useLoaded } from "../../parts/load";
import { Qr } from "../../parts/qr";
import { showToast } from "../../parts/toast";
import { useAskProof } from "./asking";
import { Deed } from "./deed";
import { Field, Form, need } from "./form";
import { Secret } from "./guest";
import { Loading } from "./loading";
import { RecoveryCodes } from "./recovery-codes";
import { accounts } from "./services";
import { useAccountWords } from "./words";

/** A second step at sign-in, by an authenticator app. */
export function Factor({ onChange }: { onChange: () => void }) {
  const { factor: words } = useAccountWords();
  const askProof = useAskProof();
  const found = useLoaded("factors", () => accounts.factors());
  const [setup, setSetup] = useState<TotpSetup | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);

  const change = (said: string) => {
    showToast(said);
    found.again();
    onChange();
  };
  const begin = async () => {
    // why first: the key is shown to the owner alone
    if (await askProof()) setSetup(await accounts.beginTotp());
  };
  const finish = (recoveryCodes: readonly string[]) => {
    setSetup(null);
    setCodes(recoveryCodes);
    change(words.isOn);
  };
  const switchOff = async () => {
    await accounts.switchTotpOff();
    setCodes(null);
    change(words.isOff);
  };
  if (setup) return <SetUp setup={setup} onDone={finish} />;
  if (!found.value) return <Loading problem={found.problem} again={found.again} />;
  if (!found.value.totp && !codes) {
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
      <RecoveryCodes known={codes} />
      <div class="row">
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
