import { useEffect } from "preact/hooks";
import { minutesAndSeconds, useNow } from "./clock";

interface CountdownProps {
  /** Server time in ms. */
  until: number;
  /** Server time minus this device's. */
  skew: number;
  onDone?: () => void;
}

/** Time left by the server's clock. */
export function Countdown({ until, skew, onDone }: CountdownProps) {
  const left = until - (useNow(true) + skew);
  const done = left <= 0;
  // why: once, when it is done
  useEffect(() => {
    if (done) onDone?.();
  }, [done]);
  return <span class="tabular">{minutesAndSeconds(left)}</span>;
}
