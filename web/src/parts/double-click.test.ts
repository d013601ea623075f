// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { heedDoubleClicks } from "./double-click";

const pressed = vi.fn();
let button: HTMLButtonElement;
let stop: () => void;

beforeEach(() => {
  pressed.mockReset();
  document.body.innerHTML = "<button><b>Confirm</b></button><button>Other</button>";
  for (const each of document.querySelectorAll("button")) {
    each.addEventListener("click", () => pressed(each.textContent));
  }
  button = document.querySelector("button") as HTMLButtonElement;
  stop = heedDoubleClicks(document);
});

afterEach(() => stop());

function click(target: Element | null, detail: number): void {
  target?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail }));
}

it("the second click of a double click counts where the first one did", () => {
  click(button, 1);
  click(button.firstElementChild, 2);
  expect(pressed).toHaveBeenCalledTimes(2);
});

it("and not on a button that has become another one meanwhile", () => {
  button.addEventListener("click", () => button.replaceChildren("Withdraw"), { once: true });
  click(button.firstElementChild, 1);
  click(button, 2);
  click(button, 3);
  expect(pressed).toHaveBeenCalledExactlyOnceWith("Confirm");
  click(button, 1);
  expect(pressed).toHaveBeenLastCalledWith("Withdraw");
});

it("nor on what has come under the pointer", () => {
  click(document.body, 1);
  click(button, 2);
  expect(pressed).not.toHaveBeenCalled();
});

it("keys and programs always count", () => {
  click(button, 1);
  click(document.querySelectorAll("button")[1] ?? null, 0);
  expect(pressed).toHaveBeenLastCalledWith("Other");
});
