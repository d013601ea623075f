import { useState } from "preact/hooks";
import { Link } from "wouter-preact";
import { FormError } from "../../api/allauth";
import { isProblem } from "../../api/problems";
import { session } from "../../parts/client";
import { copyText } from "../../parts/share";
import { showToast } from "../../parts/toast";
import { Field, Form, need } from "./form";
import { useAccountWords } from "./words";

/** Who has not played here: ways to be somebody. */
export function Nobody() {
  const words = useAccountWords();
  const { guest } = words;
  return (
    <main id="content" class="content narrow stack account">
      <h1>{words.title}</h1>
      <section class="panel">
        <div class="inside">
          <p>{guest.nobody}</p>
          <p class="soft">{words.signUpPage.lead}</p>
          <div class="row">
            <Link href="/account/sign-in" class="button main">
              {words.signIn}
            </Link>
            <Link href="/account/sign-up" class="button">
              {words.signUp}
            </Link>
          </div>
        </div>
      </section>
      <section class="panel">
        <div class="inside">
          <h2>{guest.use}</h2>
          <UseCode />
        </div>
      </section>
    </main>
  );
}

/** The code that opens this guest elsewhere, and the way in with another's. */
export function Recovery() {
  const words = useAccountWords();
  const { guest } = words;
  const [isShown, setShown] = useState(false);
  const code = session.guest.value?.recoveryCode ?? "";
  return (
    <>
      {code !== "" && (
        <>
          <p class="soft">{guest.recoveryText}</p>
          {isShown ? (
            <Secret text={code} />
          ) : (
            <div class="row">
              <button type="button" class="button" onClick={() => setShown(true)}>
                {guest.showCode}
              </button>
            </div>
          )}
        </>
      )}
      <h3>{guest.use}</h3>
      <UseCode />
    </>
  );
}

function UseCode() {
  const words = useAccountWords();
  const { guest, fields } = words;
  const [code, setCode] = useState("");
  const use = async () => {
    need({ recovery: code });
    const found = await session.recover(code.trim()).catch((error) => {
      if (isProblem(error, "unauthenticated", "bad-request")) throw new FormError({ recovery: ["wrong-recovery"] });
      throw error;
    });
    showToast(guest.isBack(found.name));
  };
  return (
    <Form quiet label={guest.use} submit={guest.useIt} onSubmit={use}>
      <Field
        name="recovery"
        label={fields.recovery}
        hint={guest.useText}
        autocomplete="off"
        value={code}
        onInput={setCode}
      />
    </Form>
  );
}

/** A code or token to be carried away. */
export function Secret({ text }: { text: string }) {
  const words = useAccountWords();
  const carry = async () => {
    const done = await copyText(text);
    showToast(done ? words.copied : words.copyFailed, { bad: !done });
  };
  return (
    <div class="row secret">
      <code class="grow">{text}</code>
      <button type="button" class="button" onClick={carry}>
        {words.copy}
      </button>
    </div>
  );
}
