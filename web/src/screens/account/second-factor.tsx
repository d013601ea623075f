import { useState } from "preact/hooks";
import { Link } from "wouter-preact";
import type { FactorKind, Step } from "../../api/allauth";
import { knowsPasskeys } from "../../api/webauthn";
import { useLoaded } from "../../parts/load";
import { useWords } from "../../words";
import { along, goTo } from "./flow";
import { Field, Form, need } from "./form";
import { Joining } from "./joining";
import { Page } from "./page";
import { accounts } from "./services";
import { useAccountWords } from "./words";

/** The second step of a sign-in. */
export function SecondFactor() {
  const { app } = useWords();
  const words = useAccountWords();
  const { secondFactorPage: page } = words;
  const found = useLoaded("waiting", () => accounts.waiting());
  const [given, setGiven] = useState<Step | null>(null);
  const onStep = (step: Step) => {
    if (step === "done" || step === "start") setGiven(step);
    else goTo(step);
  };
  // why: where that cannot be asked, the form will say what is wrong
  const kinds = found.value?.kinds ?? (found.problem ? (["totp"] as const) : null);
  const step = given ?? found.value?.step ?? "second-factor";
  if (step === "done") return <Joining />;
  if (step !== "second-factor") {
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
  if (!kinds) {
    return (
      <Page title={page.title}>
        <p class="dots" role="status">
          {app.loading}
        </p>
      </Page>
    );
  }
  const hasPasskey = kinds.includes("webauthn") && knowsPasskeys();
  return (
    <Page title={page.title}>
      {hasPasskey && <ByPasskey onStep={onStep} />}
      {(kinds.some((kind) => kind !== "webauthn") || !hasPasskey) && (
        <ByCode kinds={kinds} isFirst={!hasPasskey} onStep={onStep} />
      )}
    </Page>
  );
}

function ByPasskey({ onStep }: { onStep: (step: Step) => void }) {
  const { passkeys: words } = useAccountWords();
  return (
    <Form label={words.use} submit={words.use} onSubmit={async () => onStep(await accounts.secondFactorByPasskey())} />
  );
}

interface ByCodeProps {
  kinds: readonly FactorKind[];
  /** There is no better way. */
  isFirst: boolean;
  onStep: (step: Step) => void;
}

function ByCode({ kinds, isFirst, onStep }: ByCodeProps) {
  const words = useAccountWords();
  const { secondFactorPage: page } = words;
  const [code, setCode] = useState("");
  const submit = async () => {
    need({ code });
    onStep(await accounts.secondFactor(code.trim()));
  };
  const lead = kinds.includes("totp") ? page.lead : page.recovery;
  return (
    <>
      {!isFirst && <h2>{page.instead}</h2>}
      <p class="soft">{lead}</p>
      <Form quiet={!isFirst} label={page.title} submit={words.signIn} onSubmit={submit}>
        <Field
          code
          first={isFirst}
          name="code"
          label={words.fields.secondFactor}
          autocomplete="one-time-code"
          maxLength={20}
          value={code}
          onInput={setCode}
        />
      </Form>
    </>
  );
}
