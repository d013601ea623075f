import { useEffect, useState } from "preact/hooks";
import { Link } from "wouter-preact";
import type { Step } from "../../api/allauth";
import { go } from "../../parts/client";
import { useLoaded } from "../../parts/load";
import { ProblemCard } from "../../parts/problem";
import { showToast } from "../../parts/toast";
import { EmailField } from "./fields";
import { along, goTo, typed } from "./flow";
import { Form, need } from "./form";
import { Joining } from "./joining";
import { Page } from "./page";
import { accounts } from "./services";
import { useAccountWords } from "./words";

/** Where a browser comes back from a provider: signed in, with a step to do, or with a reason why not. */
export function FromProvider() {
  const asked = new URLSearchParams(location.search);
  const isLink = asked.has("linked");
  const error = asked.get("error");
  if (error !== null) return <Failed code={error} isLink={isLink} />;
  return isLink ? <Linked /> : <SignedIn />;
}

function Linked() {
  const { providers: words } = useAccountWords();
  useEffect(() => {
    showToast(words.linked);
    go("/account");
  }, []);
  return null;
}

function SignedIn() {
  const words = useAccountWords();
  const found = useLoaded("waiting", () => accounts.waiting());
  const [given, setGiven] = useState<Step | null>(null);
  const step = given ?? found.value?.step;
  const isElsewhere = step === "confirm" || step === "second-factor" || step === "reset";
  useEffect(() => {
    if (isElsewhere) goTo(step);
  }, [step]);

  if (found.problem) return <ProblemCard problem={found.problem} again={found.again} />;
  if (step === "done") return <Joining />;
  if (step === "address") return <Address onStep={setGiven} />;
  if (step === "start") return <Failed code="unknown" isLink={false} />;
  return (
    <Page title={words.signIn}>
      <p class="dots" role="status">
        {words.joining.busy}
      </p>
    </Page>
  );
}

/** The provider told none, and an account here needs one. */
function Address({ onStep }: { onStep: (step: Step) => void }) {
  const { providers: words, password } = useAccountWords();
  const give = async () => {
    need({ email: typed.email.value });
    onStep(await accounts.giveAddress(typed.email.value.trim()));
  };
  return (
    <Page title={words.address}>
      <p class="soft">{words.addressText}</p>
      <Form label={words.address} submit={password.goOn} onSubmit={give}>
        <EmailField />
      </Form>
    </Page>
  );
}

function Failed({ code, isLink }: { code: string; isLink: boolean }) {
  const words = useAccountWords();
  const { providers: said } = words;
  const reasons: Readonly<Record<string, string>> = said.failures;
  const text = Object.hasOwn(reasons, code) ? reasons[code] : said.failures.unknown;
  return (
    <Page title={isLink ? said.notLinked : said.notSignedIn}>
      <p role="alert">{text}</p>
      <div class="row">
        <Link href={isLink ? "/account" : along("/account/sign-in")} class="button main">
          {isLink ? words.title : words.signIn}
        </Link>
      </div>
    </Page>
  );
}
