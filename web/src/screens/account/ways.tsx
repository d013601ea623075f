import type { Site } from "../../api/account";
import type { Step } from "../../api/allauth";
import { knowsPasskeys } from "../../api/webauthn";
import { along } from "./flow";
import { Form } from "./form";
import { accounts } from "./services";
import { useAccountWords } from "./words";

/** A passkey signs in by itself. */
export function PasskeyWay({ onStep }: { onStep: (step: Step) => void }) {
  const { passkeys: words } = useAccountWords();
  if (!knowsPasskeys()) return null;
  const enter = async () => onStep(await accounts.signInByPasskey());
  return <Form quiet label={words.signIn} submit={words.signIn} onSubmit={enter} />;
}

/** The other sites that sign in here. */
export function ProviderWays({ providers }: { providers: Site["providers"] }) {
  const { providers: words } = useAccountWords();
  return providers.map(({ id, name }) => (
    <Form
      key={id}
      quiet
      label={words.signInWith(name)}
      submit={words.signInWith(name)}
      onSubmit={async () => location.assign(await accounts.wayTo(id, "login", along("/account/provider")))}
    />
  ));
}
