import type { LayoutEditor } from "../../game/layout";
import type { Pieces, Setup } from "../../game/types";
import { api } from "../../parts/client";
import { useLoaded } from "../../parts/load";
import { ProblemCard } from "../../parts/problem";
import { layoutReason, setupName, useLang, useWords, type Words } from "../../words";

interface SetupsProps {
  editor: LayoutEditor;
  onUse: (layout: { name: string; pieces: Pieces }) => void;
}

/** Layouts that many know; one that the options do not allow says why. */
export function Setups({ editor, onUse }: SetupsProps) {
  const words = useWords();
  const lang = useLang();
  const { system, side } = editor;
  const options = { ...system.options_in_force };
  const setups = useLoaded(`${system.key} ${side} ${JSON.stringify(options)}`, () =>
    api.setups(system.key, options, side),
  );
  if (setups.problem) return <ProblemCard inside problem={setups.problem} again={setups.again} />;
  return (
    <ol class="lines setups">
      {setups.value?.map((setup, index) => {
        const own = setupName(words, setup.key);
        const name = own ?? (setup.name || words.layout.setupNamed(String(index + 1)));
        return (
          <li key={setup.key} class="line" data-setup={setup.key}>
            <span class="main-text">
              <span lang={own === null && setup.name ? "zh-Hans" : undefined}>{name}</span>
              {own !== null && setup.name && !lang.startsWith("zh") && (
                <span class="soft small" lang="zh-Hans">
                  {setup.name}
                </span>
              )}
              {setup.reasons.length > 0 && <span class="soft small">{whyNot(words, editor, setup)}</span>}
            </span>
            <button
              type="button"
              class="button"
              aria-label={`${words.layout.use} ${name}`}
              disabled={setup.reasons.length > 0}
              onClick={() => onUse({ name, pieces: setup.pieces })}
            >
              {words.layout.use}
            </button>
          </li>
        );
      })}
    </ol>
  );
}

function whyNot(words: Words, { system, side }: LayoutEditor, { reasons }: Setup): string {
  const why = reasons.map((reason) => layoutReason(words, reason, system, side));
  return `${words.app.caption(words.layout.setupBarred)} · ${why.join(" ")}`;
}
