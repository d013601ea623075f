import { useState } from "preact/hooks";
import { Link } from "wouter-preact";
import { showToast } from "../../parts/toast";
import { along, goTo, typed } from "./flow";
import { Field, Form, need } from "./form";
import { Page } from "./page";
import { accounts } from "./services";
import { useAccountWords } from "./words";

/** A forgotten password: first the address, then the mailed code together with the new password. */
export function Reset() {
  const words = useAccountWords();
  const { resetPage: page, fields } = words;
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
          <Field
            name="email"
            label={fields.email}
            type="email"
            autocomplete="username"
            value={typed.email.value}
            onInput={(email) => {
              typed.email.value = email;
            }}
          />
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
        <Field
          code
          first
          name="key"
          label={fields.code}
          autocomplete="one-time-code"
          maxLength={20}
          value={code}
          onInput={setCode}
        />
        <Field
          name="password"
          label={fields.newPassword}
          hint={fields.passwordHint}
          type="password"
          autocomplete="new-password"
          value={password}
          onInput={setPassword}
        />
      </Form>
    </Page>
  );
}
