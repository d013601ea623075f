import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Panel } from "../../parts/panel";

interface PartProps {
  title: string;
  /** It is open at first. */
  shown?: boolean;
  children: ComponentChildren;
}

/** A part of the account that is looked at now and then: nothing of it is asked for while it is folded. */
export function Part({ title, shown = false, children }: PartProps) {
  const [open, setOpen] = useState(shown);
  return (
    <Panel title={<h2 class="part-title">{title}</h2>} open={open} onToggle={setOpen}>
      {open && children}
    </Panel>
  );
}
