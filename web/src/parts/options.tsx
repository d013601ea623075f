import type { System } from "../game/types";
import { optionName, optionValue, useWords } from "../words";

export type Options = Readonly<Record<string, unknown>>;

interface OptionFieldsProps {
  system: System;
  options: Options;
  onChange: (options: Options) => void;
}

/** The rules a room may change, from the system's own description. */
export function OptionFields({ system, options, onChange }: OptionFieldsProps) {
  const words = useWords();
  return (
    <div class="options">
      {system.options.map((option) => {
        const chosen = option.key in options ? options[option.key] : option.default;
        return (
          <label key={option.key} class="option">
            <span>{optionName(words, option.key)}</span>
            <select
              class="input"
              value={JSON.stringify(chosen)}
              onChange={(event) => onChange(changed(option, JSON.parse(event.currentTarget.value)))}
            >
              {option.choices.map((choice) => (
                <option key={JSON.stringify(choice)} value={JSON.stringify(choice)}>
                  {optionValue(words, option.key, choice)}
                </option>
              ))}
            </select>
          </label>
        );
      })}
    </div>
  );

  function changed(option: System["options"][number], value: unknown): Options {
    const { [option.key]: _, ...others } = options;
    return JSON.stringify(value) === JSON.stringify(option.default) ? others : { ...others, [option.key]: value };
  }
}

/** The rules that differ from the usual ones; nothing where all are usual. */
export function ChangedOptions({ system, options }: { system: System; options: Options }) {
  const words = useWords();
  const changed = system.options.filter(
    (option) => option.key in options && JSON.stringify(options[option.key]) !== JSON.stringify(option.default),
  );
  if (changed.length === 0) return <p class="soft small">{words.start.optionsDefault}</p>;
  return (
    <ul class="small">
      {changed.map((option) => (
        <li key={option.key}>
          <span class="soft">{optionName(words, option.key)}</span> ·{" "}
          {optionValue(words, option.key, options[option.key])}
        </li>
      ))}
    </ul>
  );
}
