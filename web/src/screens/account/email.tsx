import { useState } from "preact/hooks";
import { showToast } from "../../parts/toast";
import { MailedCodeField } from "./fields";
import { Field, Form, need } from "./form";
import { accounts } from "./services";
import { useAccountWords } from "./words";

/** Another address; it counts once the code mailed to it is entered. */
export function ChangeEmail({ email, onDone }: { email: string; onDone: () => void }) {
  const { email: words, fields } = useAccountWords();
  const [wanted, setWanted] = useState("");
  const [sentTo, setSentTo] = useState("");
  const [code, setCode] = useState("");
  const ask = async () => {
    need({ email: wanted });
    await accounts.changeEmail(wanted.trim());
    setSentTo(wanted.trim());
  };
  const confirm = async () => {
    need({ key: code });
    await accounts.confirmEmail(code.trim());
    showToast(words.changed);
    setSentTo("");
    setWanted("");
    setCode("");
    onDone();
  };
  if (sentTo === "") {
    return (
      <>
        <p>{words.now(email)}</p>
        <Form label={words.title} submit={words.change} onSubmit={ask}>
          <Field
            name="email"
            label={fields.newEmail}
            type="email"
            autocomplete="email"
            value={wanted}
            onInput={setWanted}
          />
        </Form>
      </>
    );
  }
  return (
    <>
      <p role="status">{words.sentTo(sentTo)}</p>
      <Form label={words.title} submit={words.confirm} onSubmit={confirm}>
        <MailedCodeField first value={code} onInput={setCode} />
      </Form>
    </>
  );
}
