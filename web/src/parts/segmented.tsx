import { useId } from "preact/hooks";

interface SegmentedProps<T extends string> {
  legend: string;
  value: T;
  choices: readonly { value: T; label: string }[];
  onChange: (value: T) => void;
  /** The legend is only for screen readers. */
  quiet?: boolean;
}

/** A few choices side by side; radio buttons underneath. */
export function Segmented<T extends string>({ legend, value, choices, onChange, quiet = false }: SegmentedProps<T>) {
  const name = useId();
  return (
    <fieldset class="segments">
      <legend class={quiet ? "unseen" : undefined}>{legend}</legend>
      <div class="choices">
        {choices.map((choice) => (
          <label key={choice.value}>
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
            />
            <span>{choice.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
