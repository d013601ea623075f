import { useState } from "preact/hooks";
import type { SavedLayout } from "../../game/contracts";
import type { LayoutEditor } from "../../game/layout";
import { api, problemOf } from "../../parts/client";
import { useLoaded } from "../../parts/load";
import { toastProblem } from "../../parts/problem";
import { showToast } from "../../parts/toast";
import { useWords } from "../../words";

/** The player's layouts: the named ones, and a name for this one. */
export function SavedLayouts({ editor, onUse }: { editor: LayoutEditor; onUse: (layout: SavedLayout) => void }) {
  const words = useWords();
  const { system, side, pieces } = editor;
  const saved = useLoaded(`${system.key} ${side}`, () => api.savedLayouts(system.key, side));
  const [name, setName] = useState("");
  const named = saved.value?.filter((layout) => !layout.is_last) ?? [];

  const attempt = (deed: Promise<unknown>, done: string) =>
    deed.then(
      () => {
        showToast(done);
        saved.again();
      },
      (error: unknown) => toastProblem(words, problemOf(error)),
    );
  const save = (event: Event) => {
    event.preventDefault();
    const wanted = name.trim();
    if (wanted === "") {
      showToast(words.layout.nameNeeded, { bad: true });
      return;
    }
    attempt(api.saveLayout(system.key, wanted, pieces, side), words.layout.savedAs(wanted)).then(() => setName(""));
  };

  return (
    <>
      <ul class="lines">
        {saved.value && named.length === 0 && <li class="soft small">{words.layout.savedNone}</li>}
        {named.map((layout) => (
          <li key={layout.id} class="line">
            <span class="main-text">{layout.name}</span>
            <span class="row">
              <button type="button" class="button" onClick={() => onUse(layout)}>
                {words.layout.use}
              </button>
              <button
                type="button"
                class="button quiet"
                onClick={() => attempt(api.deleteLayout(layout.id), words.layouts.deleted(layout.name))}
              >
                {words.app.delete}
              </button>
            </span>
          </li>
        ))}
      </ul>
      <form class="stack" onSubmit={save}>
        <label class="field">
          <span>{words.layout.name}</span>
          <input
            class="input"
            value={name}
            maxLength={50}
            placeholder={words.layout.namePlaceholder}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </label>
        <button type="submit" class="button">
          {words.layout.save}
        </button>
      </form>
    </>
  );
}
