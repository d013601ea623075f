// @vitest-environment happy-dom
import { beforeAll, expect, it, vi } from "vitest";
import { navigate } from "wouter-preact/use-browser-location";
import { keepScroll } from "./scroll";

function scroll(top: number): void {
  window.scrollTo(0, top);
  window.dispatchEvent(new Event("scroll"));
}
/** As the browser does on the way back: the address and its state first, the event then. */
function goBackTo(path: string, state: unknown): void {
  history.replaceState(state, "", path);
  window.dispatchEvent(new PopStateEvent("popstate", { state }));
}

beforeAll(() => keepScroll(window));

it("shows a new screen from its top, and the one before where it was left", async () => {
  const first = history.state;
  scroll(700);
  navigate("/replay/1");
  expect(window.scrollY).toBe(0);
  const second = history.state;
  scroll(300);
  navigate("/");
  scroll(120);
  goBackTo("/replay/1", second);
  await vi.waitFor(() => expect(window.scrollY).toBe(300));
  goBackTo("/room", first);
  await vi.waitFor(() => expect(window.scrollY).toBe(700));
});

it("leaves the place alone where only the query changes, and tells each entry from the others", () => {
  scroll(250);
  navigate(`${location.pathname}?options=1`);
  expect(window.scrollY).toBe(250);
  const before = history.state.entry;
  navigate("/rules");
  expect(history.state.entry).toBe(before + 1);
});
