import { useId } from "preact/hooks";

interface SegmentedProps<T extends string> {
  legend: string;
  value: T;
  choices: readonly { value: T; label: string }[];
  onChange: (value: T) => void;
  /** The legend is only for screen readers. */
  quiet?: boolean;
  /** A click leaves the arrow keys to the page; who comes by keyboard has them for the choice. */
  lettingGo?: boolean;
}

/** A few choices side by side; radio buttons underneath. */
export function Segmented<T extends string>(props: SegmentedProps<T>) {
  const { legend, value, choices, onChange, quiet = false, lettingGo = false } = props;
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
              onClick={(event) => lettingGo && event.detail > 0 && event.currentTarget.blur()}
            />
            <span data-label={choice.label}>
              <span>{choice.label}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
