import { useEffect, useState } from "preact/hooks";
import { Link } from "wouter-preact";
import { along, goTo } from "./flow";
import { Field, Form, need } from "./form";
import { Joining } from "./joining";
import { Page } from "./page";
import { accounts } from "./services";
import { useAccountWords } from "./words";

/** The second step of a sign-in. */
export function SecondFactor() {
  const words = useAccountWords();
  const { secondFactorPage: page } = words;
  const [code, setCode] = useState("");
  const [state, setState] = useState<"waiting" | "nothing" | "done">("waiting");
  useEffect(() => {
    accounts.pending().then(
      (step) => setState(step === "done" ? "done" : step === "second-factor" ? "waiting" : "nothing"),
      () => undefined, // the form will say what is wrong
    );
  }, []);

  const submit = async () => {
    need({ code });
    const step = await accounts.secondFactor(code.trim());
    if (step === "done") setState("done");
    else if (step === "start") setState("nothing");
    else goTo(step);
  };
  if (state === "done") return <Joining />;
  if (state === "nothing") {
    return (
      <Page title={page.title}>
        <p role="alert">{page.nothing}</p>
        <div class="row">
          <Link href={along("/account/sign-in")} class="button main">
            {words.signIn}
          </Link>
        </div>
      </Page>
    );
  }
  return (
    <Page title={page.title}>
      <p class="soft">{page.lead}</p>
      <Form label={page.title} submit={words.signIn} onSubmit={submit}>
        <Field
          code
          first
          name="code"
          label={words.fields.secondFactor}
          autocomplete="one-time-code"
          maxLength={20}
          value={code}
          onInput={setCode}
        />
      </Form>
    </Page>
  );
}
