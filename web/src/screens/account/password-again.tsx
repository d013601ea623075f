import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Dialog } from "../../parts/dialog";
import { useWords } from "../../words";
import { AskPasswordContext } from "./asking";
import { PasswordField } from "./fields";
import { Form, need } from "./form";
import { accounts } from "./services";
import { useAccountWords } from "./words";

interface Question {
  answer: (given: boolean) => void;
}

/** Around what may ask for the password: the dialog that does. */
export function PasswordAgain({ hasPassword, children }: { hasPassword: boolean; children: ComponentChildren }) {
  const { app } = useWords();
  const { password: words } = useAccountWords();
  const [question, setQuestion] = useState<Question | null>(null);
  const [ask] = useState(() => () => new Promise<boolean>((answer) => setQuestion({ answer })));
  const close = (given: boolean) => {
    question?.answer(given);
    setQuestion(null);
  };
  return (
    <AskPasswordContext.Provider value={ask}>
      {children}
      <Dialog open={question !== null} title={words.again} closeLabel={app.close} onClose={() => close(false)}>
        {hasPassword ? <Question onDone={() => close(true)} /> : <p>{words.noneToShow}</p>}
      </Dialog>
    </AskPasswordContext.Provider>
  );
}

function Question({ onDone }: { onDone: () => void }) {
  const { password: words } = useAccountWords();
  const [password, setPassword] = useState("");
  const show = async () => {
    need({ password });
    await accounts.showPassword(password);
    onDone();
  };
  return (
    <Form label={words.again} submit={words.goOn} onSubmit={show}>
      <p class="soft">{words.againText}</p>
      <PasswordField first value={password} onInput={setPassword} />
    </Form>
  );
}
