import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Panel } from "../../parts/panel";

/** A part of the account that is looked at now and then: nothing of it is asked for while it is folded. */
export function Part({ title, children }: { title: string; children: ComponentChildren }) {
  const [open, setOpen] = useState(false);
  return (
    <Panel title={<h2 class="part-title">{title}</h2>} open={open} onToggle={setOpen}>
      {open && children}
    </Panel>
  );
}
