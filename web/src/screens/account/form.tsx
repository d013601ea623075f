/** Forms whose refusals stand beside what they are about, and are read out. */

import type { ComponentChildren } from "preact";
import { createContext } from "preact";
import { useContext, useEffect, useId, useRef, useState } from "preact/hooks";
import { type Faults, FormError } from "../../api/allauth";
import { useDeed } from "./deed";
import { errorText, faultText, useAccountWords } from "./words";

const FaultsContext = createContext<Faults>({});

interface FormProps {
  label: string;
  /** Of the button. */
  submit: string;
  /** Rejects with FormError where something can be mended. */
  onSubmit: () => Promise<void>;
  children?: ComponentChildren;
  /** Beside the button. */
  more?: ComponentChildren;
  /** The button is not the one thing to press on this screen. */
  quiet?: boolean;
  danger?: boolean;
}

/** One thing at a time; the first field that is wrong gets the focus. */
export function Form({ label, submit, onSubmit, children, more, quiet = false, danger = false }: FormProps) {
  const words = useAccountWords();
  const [faults, setFaults] = useState<Faults>({});
  const [refused, setRefused] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const [busy, run] = useDeed((error) => {
    setFaults(error instanceof FormError ? error.faults : {});
    setRefused(error instanceof FormError ? null : errorText(words, error));
  });
  useEffect(() => {
    form.current?.querySelector<HTMLInputElement>("[aria-invalid=true]")?.focus();
  }, [faults]);

  const attempt = () =>
    run(async () => {
      setRefused(null);
      await onSubmit();
      setFaults({});
    });
  const whole = faults[""]?.map((code) => faultText(words, code)) ?? [];
  if (refused !== null) whole.push(refused);
  return (
    <form
      ref={form}
      class="stack account-form"
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void attempt();
      }}
    >
      <FaultsContext.Provider value={faults}>{children}</FaultsContext.Provider>
      <div role="alert" class="faults">
        {whole.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
      <div class="row">
        <button
          type="submit"
          class={`button ${danger ? "danger" : quiet ? "" : "main"}`}
          aria-disabled={busy}
          aria-busy={busy}
        >
          {submit}
        </button>
        {more}
      </div>
    </form>
  );
}

interface FieldProps {
  /** As refusals name it. */
  name: string;
  label: string;
  value: string;
  onInput: (value: string) => void;
  type?: "text" | "email" | "password";
  autocomplete?: string;
  hint?: ComponentChildren;
  /** A code: capitals, no corrections. */
  code?: boolean;
  digits?: boolean;
  maxLength?: number;
  /** Has the focus when it appears. */
  first?: boolean;
}

export function Field({ name, label, value, onInput, type = "text", autocomplete, hint, ...more }: FieldProps) {
  const words = useAccountWords();
  const fault = worst(useContext(FaultsContext)[name] ?? []);
  const [shown, setShown] = useState(false);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  // why: once, when it appears
  useEffect(() => {
    if (more.first) input.current?.focus();
  }, []);
  const described = [hint && `${id}-hint`, fault !== undefined && `${id}-fault`].filter(Boolean).join(" ");
  return (
    <div class="field account-field">
      <label for={id}>{label}</label>
      <input
        ref={input}
        id={id}
        class={more.code ? "input code" : "input"}
        name={name}
        type={type === "password" && shown ? "text" : type}
        value={value}
        autocomplete={autocomplete}
        autocapitalize={more.code ? "characters" : "none"}
        inputMode={more.digits ? "numeric" : undefined}
        spellcheck={false}
        maxLength={more.maxLength}
        aria-invalid={fault !== undefined}
        aria-describedby={described || undefined}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
      {hint && (
        <p id={`${id}-hint`} class="soft small">
          {hint}
        </p>
      )}
      <div role="alert" id={`${id}-fault`} class="faults">
        {fault !== undefined && <p>{faultText(words, fault)}</p>}
      </div>
      {type === "password" && (
        <label class="check small">
          <input type="checkbox" checked={shown} onChange={(event) => setShown(event.currentTarget.checked)} />
          <span>{words.fields.show}</span>
        </label>
      )}
    </div>
  );
}

/** Mended, it often mends the others. */
const BEFORE_ALL_OTHERS = "password_too_short";

/** Of several complaints about a field the one to begin with. */
function worst(faults: readonly string[]): string | undefined {
  return faults.includes(BEFORE_ALL_OTHERS) ? BEFORE_ALL_OTHERS : faults[0];
}

/** Refuse empty fields before anything is asked: `need({ email, password })`. */
export function need(values: Readonly<Record<string, string>>): void {
  const missing = Object.entries(values).filter(([, value]) => value.trim() === "");
  if (missing.length > 0) throw new FormError(Object.fromEntries(missing.map(([name]) => [name, ["required"]])));
}
