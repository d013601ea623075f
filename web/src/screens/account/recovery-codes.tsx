import { useState } from "preact/hooks";
import { Deed } from "./deed";
import { accounts } from "./services";
import { useAccountWords } from "./words";

/** The codes that stand in for a second factor; `known` where they were just made. */
export function RecoveryCodes({ known = null }: { known?: readonly string[] | null }) {
  const { factor: words } = useAccountWords();
  const [shown, setShown] = useState<readonly string[] | null>(null);
  const codes = known ?? shown;
  if (!codes) {
    return (
      <div class="row">
        <Deed label={words.showCodes} run={async () => setShown(await accounts.recoveryCodes())} />
      </div>
    );
  }
  return (
    <section class="stack">
      <h3>{words.codes}</h3>
      <p class="soft small">{words.codesText}</p>
      <ul class="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}
