export interface TellingLine {
  /** What the line is about: another key is read out also where the text is the same. */
  key: string | number;
  text: string;
}

interface AnnouncementProps {
  /** What to do now, or what is being waited for. */
  now: string;
  /** What happened last: the ply, and the battle in words. */
  last?: string | readonly TellingLine[] | null;
  tone?: "yours" | "warn" | null;
  busy?: boolean;
  /** There are more lines than between two. */
  tall?: boolean;
}

/** What the referee says: always there, always of one height, read out when it changes. */
export function Announcement({ now, last = null, tone = null, busy = false, tall = false }: AnnouncementProps) {
  const lines = typeof last === "string" ? [{ key: last, text: last }] : (last ?? []);
  return (
    <div
      class={["announcement", tone, tall && "tall"].filter(Boolean).join(" ")}
      role="status"
      aria-live="polite"
      aria-atomic="false"
    >
      {lines.map(({ key, text }) => (
        <p key={key} class="last">
          {text}
        </p>
      ))}
      <p key="now" class={busy ? "now dots" : "now"}>
        {now}
      </p>
    </div>
  );
}
