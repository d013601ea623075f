import { useEffect, useState } from "preact/hooks";
import { Link } from "wouter-preact";
import { COOKIE } from "../../api/request";
import { go, session } from "../../parts/client";
import { EmailField, PasswordField } from "./fields";
import { along, goTo, leadsToDesk, nextAddress, typed } from "./flow";
import { Form, need } from "./form";
import { Joining } from "./joining";
import { Page } from "./page";
import { accounts } from "./services";
import { useAccountWords } from "./words";

/** E-mail and password; who is signed in already goes on at once. */
export function SignIn() {
  const words = useAccountWords();
  const [password, setPassword] = useState("");
  const [isDone, setDone] = useState(false);
  const mode = session.mode.value;
  // why: asked once
  useEffect(() => {
    const look = async () => {
      if ((await accounts.pending()) === "done") setDone(true);
      else if (session.mode.value === "account") await session.renew(COOKIE); // it has ended, and says so
    };
    look().catch(() => undefined); // the form will say what is wrong
  }, []);

  const submit = async () => {
    need({ email: typed.email.value, password });
    const step = await accounts.signIn(typed.email.value.trim(), password);
    if (step === "done") setDone(true);
    else goTo(step);
  };
  const asGuest = () => {
    session.leave();
    go(nextAddress() ?? "/");
  };
  if (isDone) return <Joining />;
  const { signInPage: page } = words;
  return (
    <Page title={words.signIn}>
      {mode === "ended" && <p>{page.ended}</p>}
      {leadsToDesk(nextAddress()) && <p class="soft">{page.desk}</p>}
      {mode === "guest" && !leadsToDesk(nextAddress()) && <p class="soft">{page.keep}</p>}
      <Form label={words.signIn} submit={words.signIn} onSubmit={submit}>
        <EmailField />
        <PasswordField value={password} onInput={setPassword} />
      </Form>
      <ul class="account-ways">
        <li>
          <Link href={along("/account/reset")}>{page.forgot}</Link>
        </li>
        <li>
          {page.noAccount} <Link href={along("/account/sign-up")}>{words.signUp}</Link>
        </li>
      </ul>
      {mode === "ended" && (
        <div class="row">
          <button type="button" class="button" onClick={asGuest}>
            {words.goOn}
          </button>
        </div>
      )}
    </Page>
  );
}
