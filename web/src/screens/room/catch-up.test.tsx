// @vitest-environment happy-dom
import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { MatchStore } from "../../game/contracts";
import { useCatchUp } from "./catch-up";

const catchUp = vi.fn();
const store = { catchUp } as unknown as MatchStore;
let host: HTMLElement;

function Screen() {
  useCatchUp(store);
  return (
    <>
      <div class="board-place">
        <canvas />
      </div>
      <div {...{ role: "grid" }}>
        <button type="button" data-square="b4" />
      </div>
      <button type="button" id="resign" />
    </>
  );
}

beforeEach(() => {
  catchUp.mockReset();
  host = document.body.appendChild(document.createElement("div"));
  act(() => render(<Screen />, host));
});
afterEach(() => {
  act(() => render(null, host));
  host.remove();
});

const on = (selector: string, event: Event) => host.querySelector(selector)?.dispatchEvent(event);
const press = () => new PointerEvent("pointerdown", { bubbles: true });
const key = (key: string) => new KeyboardEvent("keydown", { key, bubbles: true });

it("who presses a board, drawn or of buttons, does not wait", () => {
  on("canvas", press());
  on("[data-square]", press());
  on("[data-square]", key("Enter"));
  on("[data-square]", key(" "));
  on("[data-square]", new MouseEvent("click", { bubbles: true })); // as screen readers do
  expect(catchUp).toHaveBeenCalledTimes(5);
});

it("who looks around, or does something else, does", () => {
  on("[data-square]", key("ArrowUp"));
  on("#resign", press());
  act(() => render(null, host));
  document.body.dispatchEvent(press());
  expect(catchUp).not.toHaveBeenCalled();
});
