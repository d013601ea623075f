import { useState } from "preact/hooks";
import { FormError } from "../../api/allauth";
import { isProblem, ProblemError } from "../../api/problems";
import { go } from "../../parts/client";
import { saveBlob } from "../../parts/file";
import { showToast } from "../../parts/toast";
import { Deed } from "./deed";
import { Field, Form, need } from "./form";
import { accounts } from "./services";
import { useAccountWords } from "./words";

/** A copy of everything that is kept. */
export function Archive() {
  const { archive: words } = useAccountWords();
  const get = async () => {
    const file = await accounts.archive().catch((error) => {
      if (isProblem(error, "rate-limited")) throw new ProblemError({ code: "archive-limited", detail: "" });
      throw error;
    });
    saveBlob("gyoji.zip", file);
  };
  return (
    <>
      <p class="soft">{words.text}</p>
      <div class="row">
        <Deed label={words.get} run={get} />
      </div>
    </>
  );
}

/** The end of the account; typing the name shows that it is meant. */
export function Erasure({ name }: { name: string }) {
  const { erasure: words, fields } = useAccountWords();
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const erase = async () => {
    need({ name: typed });
    if (typed.trim() !== name) throw new FormError({ name: ["wrong-name"] });
    await accounts.erase(name);
    showToast(words.deleted);
    go("/");
  };
  return (
    <>
      <p>{words.text}</p>
      {isOpen ? (
        <Form danger label={words.delete} submit={words.delete} onSubmit={erase}>
          <Field
            first
            name="name"
            label={fields.name}
            hint={words.type(name)}
            autocomplete="off"
            value={typed}
            onInput={setTyped}
          />
        </Form>
      ) : (
        <div class="row">
          <button type="button" class="button danger" onClick={() => setOpen(true)}>
            {words.open}
          </button>
        </div>
      )}
    </>
  );
}
