import type { System } from "../game/types";
import { optionName, optionValue, presetName, useWords } from "../words";
import { Segmented } from "./segmented";

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
      {choosable(system).map((option) => {
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

/** The variant is chosen before. */
function choosable({ options, variant }: System): System["options"] {
  return options.filter(({ key }) => key !== "variant" || variant === undefined);
}

/** Named sets of rules; nothing where there is but one. */
export function Presets({ system, options, onChange }: OptionFieldsProps) {
  const words = useWords();
  const presets = Object.entries(system.presets ?? {}).map(([key, whole]) => ({
    key,
    changed: unusual(system, whole),
  }));
  if (presets.length < 2) return null;
  const same = (changed: Options) =>
    Object.keys(changed).length === Object.keys(options).length &&
    Object.entries(changed).every(([key, value]) => options[key] === value);
  return (
    <Segmented
      legend={words.start.preset}
      value={presets.find(({ changed }) => same(changed))?.key ?? ""}
      choices={presets.map(({ key }) => ({ value: key, label: presetName(words, key) }))}
      onChange={(chosen) => onChange(presets.find(({ key }) => key === chosen)?.changed ?? {})}
    />
  );
}

/** What of a whole set of options differs from the usual. */
function unusual(system: System, whole: Options): Options {
  const changed = choosable(system).filter(({ key, default: usual }) => key in whole && whole[key] !== usual);
  return Object.fromEntries(changed.map(({ key }) => [key, whole[key]]));
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
