import { useState } from "preact/hooks";
import { Link } from "wouter-preact";
import { showToast } from "../../parts/toast";
import { EmailField, MailedCodeField, NewPasswordField } from "./fields";
import { along, goTo, typed } from "./flow";
import { Form, need } from "./form";
import { Page } from "./page";
import { accounts } from "./services";
import { useAccountWords } from "./words";

/** A forgotten password: first the address, then the mailed code together with the new password. */
export function Reset() {
  const words = useAccountWords();
  const { resetPage: page } = words;
  const [isSent, setSent] = useState(false);
  const [code, setCode] = useState("");
  const [password, setPassword] = useState("");

  const ask = async () => {
    need({ email: typed.email.value });
    await accounts.askReset(typed.email.value.trim());
    setSent(true);
  };
  const set = async () => {
    need({ key: code, password });
    await accounts.reset(code.trim(), password);
    showToast(page.isSet);
    goTo("start");
  };
  if (!isSent) {
    return (
      <Page title={page.title}>
        <p class="soft">{page.lead}</p>
        <Form label={page.title} submit={page.send} onSubmit={ask}>
          <EmailField />
        </Form>
        <p>
          <Link href={along("/account/sign-in")}>{words.signIn}</Link>
        </p>
      </Page>
    );
  }
  return (
    <Page title={page.title}>
      <p role="status">{page.sentTo(typed.email.value.trim())}</p>
      <Form
        label={page.title}
        submit={page.set}
        onSubmit={set}
        more={
          <button type="button" class="button quiet" onClick={() => setSent(false)}>
            {page.other}
          </button>
        }
      >
        <MailedCodeField first value={code} onInput={setCode} />
        <NewPasswordField value={password} onInput={setPassword} />
      </Form>
    </Page>
  );
}
