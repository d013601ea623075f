import { useState } from "preact/hooks";
import { FormError } from "../../api/allauth";
import { isProblem, ProblemError } from "../../api/problems";
import { showToast } from "../../parts/toast";
import { Field, Form, need } from "./form";
import { accounts } from "./services";
import { useAccountWords } from "./words";

/** The name that others see. */
export function Name({ name, onDone }: { name: string; onDone: () => void }) {
  const words = useAccountWords();
  const { you, fields } = words;
  const [wanted, setWanted] = useState(name);
  const rename = async () => {
    need({ name: wanted });
    await accounts.rename(wanted).catch(refusedName);
    showToast(you.renamed(wanted.trim()));
    onDone();
  };
  return (
    <Form label={you.name} submit={words.save} onSubmit={rename}>
      <Field
        name="name"
        label={fields.name}
        hint={you.nameHint}
        autocomplete="nickname"
        maxLength={24}
        value={wanted}
        onInput={setWanted}
      />
    </Form>
  );
}

/** What is wrong with a name is said at the name. */
export function refusedName(error: unknown): never {
  if (error instanceof ProblemError && isProblem(error, "name-taken", "bad-name"))
    throw new FormError({ name: [error.problem.code] });
  if (isProblem(error, "rate-limited")) throw new ProblemError({ code: "names-limited", detail: "" });
  throw error;
}
