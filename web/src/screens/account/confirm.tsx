import { useEffect, useState } from "preact/hooks";
import { Link } from "wouter-preact";
import { FormError } from "../../api/allauth";
import { showToast } from "../../parts/toast";
import { MailedCodeField } from "./fields";
import { along, goTo, typed } from "./flow";
import { Form, need } from "./form";
import { Joining } from "./joining";
import { Page } from "./page";
import { accounts } from "./services";
import { useAccountWords } from "./words";

/** The code that was mailed; on another device it is typed in here, where it was asked for. */
export function Confirm() {
  const words = useAccountWords();
  const { confirmPage: page } = words;
  const [code, setCode] = useState("");
  const [state, setState] = useState<"waiting" | "nothing" | "done">("waiting");
  // why: a reload, or an address typed in, may find that nothing waits any more
  useEffect(() => {
    accounts.waiting().then(
      ({ step }) => setState(step === "done" ? "done" : step === "confirm" ? "waiting" : "nothing"),
      () => undefined, // the form will say what is wrong
    );
  }, []);

  const submit = async () => {
    need({ key: code });
    const step = await accounts.confirm(code.trim());
    if (step === "done") setState("done");
    else if (step === "start") setState("nothing");
    else if (step === "confirm") throw new FormError({ key: ["incorrect_code"] });
    else goTo(step);
  };
  const again = async () => {
    await accounts.sendCodeAgain();
    showToast(page.sentAgain);
  };
  if (state === "done") return <Joining />;
  if (state === "nothing") {
    return (
      <Page title={page.title}>
        <p role="alert">{page.nothing}</p>
        <div class="row">
          <Link href={along("/account/sign-up")} class="button main">
            {page.begin}
          </Link>
          <Link href={along("/account/sign-in")} class="button">
            {words.signIn}
          </Link>
        </div>
      </Page>
    );
  }
  return (
    <Page title={page.title}>
      <p>{typed.email.value ? page.sentTo(typed.email.value.trim()) : page.sent}</p>
      <p class="soft">{page.enter}</p>
      <Form label={page.title} submit={page.confirm} onSubmit={submit}>
        <MailedCodeField value={code} onInput={setCode} />
      </Form>
      <Form quiet label={page.again} submit={page.again} onSubmit={again} />
      <p>
        <Link href={along("/account/sign-up")}>{page.begin}</Link>
      </p>
    </Page>
  );
}
