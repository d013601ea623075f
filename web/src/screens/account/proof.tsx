import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { AccountInfo } from "../../api/account";
import { knowsPasskeys } from "../../api/webauthn";
import { Dialog } from "../../parts/dialog";
import { useLoaded } from "../../parts/load";
import { useWords } from "../../words";
import { AskProofContext } from "./asking";
import { MailedCodeField, PasswordField } from "./fields";
import { Form, need } from "./form";
import { accounts } from "./services";
import { useAccountWords } from "./words";

interface Question {
  answer: (given: boolean) => void;
}

/** Around what may ask whose account it is: the dialog that does. */
export function Proof({ info, children }: { info: AccountInfo; children: ComponentChildren }) {
  const { app } = useWords();
  const { password, proof: words } = useAccountWords();
  const [question, setQuestion] = useState<Question | null>(null);
  const [ask] = useState(() => () => new Promise<boolean>((answer) => setQuestion({ answer })));
  const close = (given: boolean) => {
    question?.answer(given);
    setQuestion(null);
  };
  const title = info.has_password ? password.again : words.title;
  return (
    <AskProofContext.Provider value={ask}>
      {children}
      <Dialog open={question !== null} title={title} closeLabel={app.close} onClose={() => close(false)}>
        <Ways info={info} onDone={() => close(true)} />
      </Dialog>
    </AskProofContext.Provider>
  );
}

/** The password, or a mailed code for who has none; a passkey for who has one. */
function Ways({ info, onDone }: { info: AccountInfo; onDone: () => void }) {
  const { proof: words, passkeys } = useAccountWords();
  // why: what cannot be had is not offered; the other way is there
  const factors = useLoaded(info.second_factor && knowsPasskeys() ? "factors" : null, () => accounts.factors());
  const usePasskey = async () => {
    await accounts.showPasskey();
    onDone();
  };
  return (
    <>
      <p class="soft">{words.text}</p>
      {info.has_password ? <ByPassword onDone={onDone} /> : <ByMail email={info.email ?? ""} onDone={onDone} />}
      {factors.value && factors.value.passkeys.length > 0 && (
        <Form quiet label={passkeys.use} submit={passkeys.use} onSubmit={usePasskey} />
      )}
    </>
  );
}

function ByPassword({ onDone }: { onDone: () => void }) {
  const { password: words } = useAccountWords();
  const [password, setPassword] = useState("");
  const show = async () => {
    need({ password });
    await accounts.showPassword(password);
    onDone();
  };
  return (
    <Form label={words.again} submit={words.goOn} onSubmit={show}>
      <PasswordField first value={password} onInput={setPassword} />
    </Form>
  );
}

function ByMail({ email, onDone }: { email: string; onDone: () => void }) {
  const { password, proof: words } = useAccountWords();
  const [isSent, setSent] = useState(false);
  const [code, setCode] = useState("");
  const send = async () => {
    await accounts.mailProof(email);
    setSent(true);
  };
  const show = async () => {
    need({ code });
    await accounts.showMailed(code.trim());
    onDone();
  };
  if (!isSent) return <Form label={words.send} submit={words.send} onSubmit={send} />;
  return (
    <>
      <p role="status">{words.sentTo(email)}</p>
      <Form label={words.title} submit={password.goOn} onSubmit={show}>
        <MailedCodeField first name="code" value={code} onInput={setCode} />
      </Form>
      <Form quiet label={words.again} submit={words.again} onSubmit={send} />
    </>
  );
}
