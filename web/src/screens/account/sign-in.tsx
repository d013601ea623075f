import { useEffect, useState } from "preact/hooks";
import { Link } from "wouter-preact";
import type { Step } from "../../api/allauth";
import { COOKIE } from "../../api/request";
import { go, session } from "../../parts/client";
import { useLoaded } from "../../parts/load";
import { EmailField, PasswordField } from "./fields";
import { along, goTo, leadsToDesk, nextAddress, typed } from "./flow";
import { Form, need } from "./form";
import { Joining } from "./joining";
import { Page } from "./page";
import { accounts } from "./services";
import { PasskeyWay, ProviderWays } from "./ways";
import { useAccountWords } from "./words";

/** E-mail and password; who is signed in already goes on at once. */
export function SignIn() {
  const words = useAccountWords();
  const [password, setPassword] = useState("");
  const [isDone, setDone] = useState(false);
  // why: where it does not come, the ways that need nothing of it are there
  const site = useLoaded("site", () => accounts.site());
  const mode = session.mode.value;
  // why: asked once
  useEffect(() => {
    const look = async () => {
      if ((await accounts.waiting()).step === "done") setDone(true);
      else if (session.mode.value === "account") await session.renew(COOKIE); // it has ended, and says so
    };
    look().catch(() => undefined); // the form will say what is wrong
  }, []);

  const onStep = (step: Step) => {
    if (step === "done") setDone(true);
    else goTo(step);
  };
  const submit = async () => {
    need({ email: typed.email.value, password });
    onStep(await accounts.signIn(typed.email.value.trim(), password));
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
      <PasskeyWay onStep={onStep} />
      <ProviderWays providers={site.value?.providers ?? []} />
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
