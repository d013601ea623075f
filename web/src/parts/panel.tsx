import type { ComponentChildren } from "preact";

interface PanelProps {
  title: ComponentChildren;
  open?: boolean;
  onToggle?: (open: boolean) => void;
  children: ComponentChildren;
}

/** A part of the page that folds away. What is folded is not in the page, so that a closed panel costs nothing. */
export function Panel({ title, open = false, onToggle, children }: PanelProps) {
  return (
    <details class="panel" open={open} onToggle={(event) => onToggle?.(event.currentTarget.open)}>
      <summary>{title}</summary>
      <div class="inside">{children}</div>
    </details>
  );
}
