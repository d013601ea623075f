import { useState } from "preact/hooks";
import type { Passkey } from "../../api/passkeys";
import { knowsPasskeys } from "../../api/webauthn";
import { useLoaded } from "../../parts/load";
import { showToast } from "../../parts/toast";
import { useWords } from "../../words";
import { Deed } from "./deed";
import { deviceName } from "./device-name";
import { Field, Form, need } from "./form";
import { Loading } from "./loading";
import { RecoveryCodes } from "./recovery-codes";
import { accounts } from "./services";
import { useAccountWords } from "./words";

const LONGEST = 100;

/** Keys that sign in without a password, and stand beside one where it is used. */
export function Passkeys({ onChange }: { onChange: () => void }) {
  const { passkeys: words, faults } = useAccountWords();
  const found = useLoaded("factors", () => accounts.factors());
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const factors = found.value;
  if (!factors) return <Loading problem={found.problem} again={found.again} />;

  const change = (said: string) => {
    showToast(said);
    found.again();
    onChange();
  };
  const added = (made: readonly string[] | null) => {
    setCodes(made);
    change(words.added);
  };
  const { passkeys } = factors;
  return (
    <>
      <p class="soft">{words.text}</p>
      {passkeys.length === 0 ? (
        <p class="soft">{words.none}</p>
      ) : (
        <ul class="lines">
          {passkeys.map((passkey) => (
            <Line key={passkey.id} passkey={passkey} onChange={change} />
          ))}
        </ul>
      )}
      {passkeys.length > 0 && <RecoveryCodes known={codes} />}
      <h3>{words.add}</h3>
      {knowsPasskeys() ? <Add onDone={added} /> : <p>{faults.passkey_unsupported}</p>}
    </>
  );
}

interface LineProps {
  passkey: Passkey;
  /** With what there is to say. */
  onChange: (said: string) => void;
}

function Line({ passkey, onChange }: LineProps) {
  const { app } = useWords();
  const { passkeys: words } = useAccountWords();
  const [isRenamed, setRenamed] = useState(false);
  const { id, name, created_at, last_used_at } = passkey;
  const when = (seconds: number) => app.date(new Date(seconds * 1000));
  const remove = async () => {
    await accounts.removePasskey(id);
    onChange(words.removed);
  };
  const renamed = (wanted: string) => {
    setRenamed(false);
    onChange(words.renamed(wanted));
  };
  if (isRenamed) {
    return (
      <li class="line">
        <Rename passkey={passkey} onDone={renamed} onCancel={() => setRenamed(false)} />
      </li>
    );
  }
  return (
    <li class="line">
      <span class="main-text">
        <span>{name}</span>
        <span class="soft small">
          {last_used_at === null ? words.since(when(created_at)) : words.used(when(last_used_at))}
        </span>
      </span>
      <span class="row">
        <button type="button" class="button" aria-label={words.renameOf(name)} onClick={() => setRenamed(true)}>
          {words.rename}
        </button>
        <Deed label={words.remove} about={words.removeOf(name)} run={remove} />
      </span>
    </li>
  );
}

interface RenameProps {
  passkey: Passkey;
  onDone: (name: string) => void;
  onCancel: () => void;
}

function Rename({ passkey, onDone, onCancel }: RenameProps) {
  const { app } = useWords();
  const { passkeys: words, save } = useAccountWords();
  const [name, setName] = useState(passkey.name);
  const rename = async () => {
    need({ name });
    await accounts.renamePasskey(passkey.id, name.trim());
    onDone(name.trim());
  };
  return (
    <Form
      quiet
      label={words.renameOf(passkey.name)}
      submit={save}
      onSubmit={rename}
      more={
        <button type="button" class="button quiet" onClick={onCancel}>
          {app.cancel}
        </button>
      }
    >
      <NameField first name={name} onInput={setName} />
    </Form>
  );
}

/** `onDone` is told the recovery codes where the first factor brought some. */
function Add({ onDone }: { onDone: (codes: readonly string[] | null) => void }) {
  const { passkeys: words } = useAccountWords();
  const [name, setName] = useState(() => deviceName(navigator.userAgent) ?? "");
  const add = async () => {
    need({ name });
    const hasCodes = await accounts.addPasskey(name.trim());
    onDone(hasCodes ? await accounts.recoveryCodes() : null);
  };
  return (
    <Form quiet label={words.add} submit={words.add} onSubmit={add}>
      <NameField name={name} onInput={setName} />
    </Form>
  );
}

interface NameFieldProps {
  name: string;
  onInput: (name: string) => void;
  /** It gets the focus. */
  first?: boolean;
}

function NameField({ name, onInput, first = false }: NameFieldProps) {
  const { fields } = useAccountWords();
  return (
    <Field
      first={first}
      name="name"
      label={fields.passkeyName}
      autocomplete="off"
      maxLength={LONGEST}
      value={name}
      onInput={onInput}
    />
  );
}
