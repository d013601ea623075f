import { useState } from "preact/hooks";
import { showToast } from "../../parts/toast";
import { NewPasswordField, PasswordField } from "./fields";
import { Form, need } from "./form";
import { accounts } from "./services";
import { useAccountWords } from "./words";

interface ChangePasswordProps {
  email: string;
  /** Who signs in through another site may have none yet. */
  has: boolean;
  onDone: () => void;
}

export function ChangePassword({ email, has, onDone }: ChangePasswordProps) {
  const { password: words, fields } = useAccountWords();
  const [current, setCurrent] = useState("");
  const [wanted, setWanted] = useState("");
  const change = async () => {
    need({ ...(has && { current_password: current }), new_password: wanted });
    await accounts.changePassword(current, wanted);
    setCurrent("");
    setWanted("");
    showToast(words.changed);
    onDone();
  };
  return (
    <>
      {!has && <p>{words.none}</p>}
      <Form label={words.title} submit={words.change} onSubmit={change}>
        {/* So that a password manager knows whose password it is. */}
        <input type="text" name="username" autocomplete="username" value={email} readOnly hidden />
        {has && (
          <PasswordField name="current_password" label={fields.currentPassword} value={current} onInput={setCurrent} />
        )}
        <NewPasswordField name="new_password" value={wanted} onInput={setWanted} />
      </Form>
    </>
  );
}
