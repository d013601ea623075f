/** The fields that more than one form asks for. */

import { typed } from "./flow";
import { Field } from "./form";
import { useAccountWords } from "./words";

interface TypedProps {
  value: string;
  onInput: (value: string) => void;
}

/** The address that the screens of one sign-in share. */
export function EmailField() {
  const { fields } = useAccountWords();
  return (
    <Field
      name="email"
      label={fields.email}
      type="email"
      autocomplete="username"
      value={typed.email.value}
      onInput={(email) => {
        typed.email.value = email;
      }}
    />
  );
}

interface PasswordFieldProps extends TypedProps {
  /** As refusals name it. */
  name?: string;
  label?: string;
  first?: boolean;
}

export function PasswordField({ name = "password", label, ...more }: PasswordFieldProps) {
  const { fields } = useAccountWords();
  return (
    <Field name={name} label={label ?? fields.password} type="password" autocomplete="current-password" {...more} />
  );
}

/** A password that is being chosen. */
export function NewPasswordField({ name = "password", label, ...more }: PasswordFieldProps) {
  const { fields } = useAccountWords();
  return (
    <Field
      name={name}
      label={label ?? fields.newPassword}
      hint={fields.passwordHint}
      type="password"
      autocomplete="new-password"
      {...more}
    />
  );
}

interface MailedCodeFieldProps extends TypedProps {
  /** As refusals name it. */
  name?: string;
  first?: boolean;
}

/** A code that was mailed. */
export function MailedCodeField({ name = "key", ...more }: MailedCodeFieldProps) {
  const { fields } = useAccountWords();
  return <Field code name={name} label={fields.code} autocomplete="one-time-code" maxLength={20} {...more} />;
}
