interface AnnouncementProps {
  /** What to do now, or what is being waited for. */
  now: string;
  /** What happened last: the ply, and the battle in words. */
  last?: string | null;
  tone?: "yours" | "warn" | null;
  busy?: boolean;
}

/** What the referee says: always there, always three lines high, read out when it changes. */
export function Announcement({ now, last = null, tone = null, busy = false }: AnnouncementProps) {
  return (
    <div class={tone ? `announcement ${tone}` : "announcement"} role="status" aria-live="polite" aria-atomic="true">
      {last && <p class="last">{last}</p>}
      <p class={busy ? "now dots" : "now"}>{now}</p>
    </div>
  );
}
