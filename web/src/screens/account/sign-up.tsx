import { useState } from "preact/hooks";
import { Link } from "wouter-preact";
import { session } from "../../parts/client";
import { useLoaded } from "../../parts/load";
import { useWords } from "../../words";
import { EmailField, NewPasswordField } from "./fields";
import { along, goTo, typed } from "./flow";
import { Field, Form, need } from "./form";
import { Joining } from "./joining";
import { Page } from "./page";
import { accounts } from "./services";
import { ProviderWays } from "./ways";
import { useAccountWords } from "./words";

/** A new account; the address is confirmed on the next screen. */
export function SignUp() {
  const { app } = useWords();
  const words = useAccountWords();
  const site = useLoaded("site", () => accounts.site());
  const [password, setPassword] = useState("");
  const [isDone, setDone] = useState(false);
  const { signUpPage: page, fields } = words;
  const registration = site.value?.registration ?? "open";

  const submit = async () => {
    const invitation = typed.invitation.value.trim();
    need({ ...(registration === "invitation" && { invitation }), email: typed.email.value, password });
    const step = await accounts.signUp(typed.email.value.trim(), password, invitation);
    if (step === "done") setDone(true);
    else goTo(step);
  };
  if (isDone) return <Joining />;
  const haveAccount = (
    <p>
      {page.haveAccount} <Link href={along("/account/sign-in")}>{words.signIn}</Link>
    </p>
  );
  // why: what the site asks for would push the fields about; where it cannot be had, the answer to the form says it
  if (!site.value && !site.problem) {
    return (
      <Page title={words.signUp}>
        <p class="dots" role="status">
          {app.loading}
        </p>
      </Page>
    );
  }
  if (registration === "closed") {
    return (
      <Page title={words.signUp}>
        <p>{page.closed}</p>
        {haveAccount}
      </Page>
    );
  }
  return (
    <Page title={words.signUp}>
      <p class="soft">{page.lead}</p>
      {session.mode.value === "guest" && <p class="soft">{page.keep}</p>}
      <Form label={words.signUp} submit={words.signUp} onSubmit={submit}>
        {registration === "invitation" && (
          <Field
            name="invitation"
            label={fields.invitation}
            hint={page.invited}
            autocomplete="off"
            value={typed.invitation.value}
            onInput={(invitation) => {
              typed.invitation.value = invitation;
            }}
          />
        )}
        <EmailField />
        <NewPasswordField label={fields.password} value={password} onInput={setPassword} />
      </Form>
      {haveAccount}
      {/* why: an invitation does not travel along */}
      {registration === "open" && <ProviderWays providers={site.value?.providers ?? []} />}
    </Page>
  );
}
