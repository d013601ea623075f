import { useEffect, useState } from "preact/hooks";
import { Segmented } from "../parts/segmented";
import { useWords } from "../words";

type Speed = "slow" | "normal" | "fast";
const PAUSE_MS: Readonly<Record<Speed, number>> = { slow: 2500, normal: 1200, fast: 450 };

interface ReplayControlsProps {
  number: number;
  total: number;
  onGo: (number: number) => void;
}

/** First, back, play, forward, last; a slider; the arrow keys, Home, End and the space bar. */
export function ReplayControls({ number, total, onGo }: ReplayControlsProps) {
  const { replay: words } = useWords();
  const [running, setRunning] = useState(false);
  const [speed, setSpeed] = useState<Speed>("normal");
  const atEnd = number >= total;

  const go = (wanted: number) => {
    setRunning(false);
    onGo(Math.max(0, Math.min(total, wanted)));
  };
  const toggle = () => {
    if (!running && atEnd) onGo(0);
    setRunning(!running);
  };

  useEffect(() => {
    if (!running) return;
    if (atEnd) {
      setRunning(false);
      return;
    }
    const timer = setTimeout(() => onGo(number + 1), PAUSE_MS[speed]);
    return () => clearTimeout(timer);
  }, [running, atEnd, number, speed, onGo]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.target instanceof Element && event.target.closest("input, select, textarea, dialog, [role=grid]"))
        return;
      const wanted = { ArrowLeft: number - 1, ArrowRight: number + 1, Home: 0, End: total }[event.key];
      if (wanted !== undefined) {
        event.preventDefault();
        go(wanted);
      }
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });

  return (
    <div class="stack">
      <div class="transport">
        <Step label={words.first} path="M6 5v14M18 5l-9 7 9 7z" disabled={number === 0} onClick={() => go(0)} />
        <Step label={words.previous} path="M16 5l-9 7 9 7z" disabled={number === 0} onClick={() => go(number - 1)} />
        <Step
          label={running ? words.pause : words.play}
          path={running ? "M8 5v14M16 5v14" : "M8 5l10 7-10 7z"}
          main
          onClick={toggle}
        />
        <Step label={words.next} path="M8 5l9 7-9 7z" disabled={atEnd} onClick={() => go(number + 1)} />
        <Step label={words.last} path="M18 5v14M6 5l9 7-9 7z" disabled={atEnd} onClick={() => go(total)} />
      </div>
      <input
        type="range"
        min={0}
        max={total}
        value={number}
        aria-label={words.moves}
        aria-valuetext={words.position(number, total)}
        onInput={(event) => go(Number(event.currentTarget.value))}
      />
      <Segmented
        lettingGo
        legend={words.speed}
        quiet
        value={speed}
        choices={(["slow", "normal", "fast"] as const).map((each) => ({ value: each, label: words.speeds[each] }))}
        onChange={setSpeed}
      />
    </div>
  );
}

interface StepProps {
  label: string;
  path: string;
  disabled?: boolean;
  main?: boolean;
  onClick: () => void;
}

function Step({ label, path, disabled = false, main = false, onClick }: StepProps) {
  return (
    <button
      type="button"
      class={main ? "button main" : "button"}
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onClick}
    >
      <svg width="22" height="22" viewBox="0 0 24 24" aria-hidden="true">
        <path
          d={path}
          fill="currentColor"
          stroke="currentColor"
          stroke-width="2"
          stroke-linejoin="round"
          stroke-linecap="round"
        />
      </svg>
    </button>
  );
}
