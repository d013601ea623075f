/** A double click is one click wherever the page changes between its two: a fast server answers that soon. */

const CONTROLS = "button, a, summary, label, input, select";

/**
 * Drops the second click of a double click (and the third of a triple) where it falls on another control than the
 * first did, or on the same one with another text: "confirm" that has become "withdraw", a dialog that has opened
 * under the pointer. Repeated clicks on one button all count. Until the returned function is called.
 */
export function heedDoubleClicks(page: EventTarget): () => void {
  // why: weak, for a button that is gone still leads to what its screen showed, and the next player must not find it
  let first: { control: WeakRef<Element>; text: string } | null = null;

  const onClick = (event: Event) => {
    if (!(event instanceof MouseEvent) || !(event.target instanceof Element) || event.detail === 0) return;
    const control = event.target.closest(CONTROLS) ?? event.target;
    const text = `${control.textContent} ${control.getAttribute("aria-label")}`;
    if (event.detail === 1 || !first) {
      first = { control: new WeakRef(control), text };
    } else if (control !== first.control.deref() || text !== first.text) {
      event.stopImmediatePropagation();
      event.preventDefault();
    }
  };
  page.addEventListener("click", onClick, true);
  return () => page.removeEventListener("click", onClick, true);
}
