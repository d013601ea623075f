// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from "vitest";
import { storage } from "../storage";
import { currentGuesses, readGuesses, watchGuesses, writeGuesses } from "./guesses";
import type { View } from "./types";

const KEY = "gyoji.guesses";
const HOUR = 60 * 60 * 1000;

afterEach(() => storage.remove(KEY));

it("keeps the notes of each match where other tabs find them", () => {
  writeGuesses("m-1", { b6: "spy" });
  writeGuesses("m-2", { c6: "mine" });
  expect([readGuesses("m-1"), readGuesses("m-2"), readGuesses("m-3")]).toEqual([{ b6: "spy" }, { c6: "mine" }, {}]);
  expect(localStorage.getItem(KEY)).toContain("spy");
});

it("keeps nothing of a match without notes, or that is gone", () => {
  writeGuesses("m-1", { b6: "spy" }, storage, 0);
  writeGuesses("m-2", { c6: "mine" }, storage, 23 * HOUR);
  expect(readGuesses("m-1")).toEqual({ b6: "spy" });
  writeGuesses("m-2", { c6: "flag" }, storage, 25 * HOUR);
  expect(readGuesses("m-1")).toEqual({});
  writeGuesses("m-2", {});
  expect(localStorage.getItem(KEY)).toBeNull();
});

it("reads nothing from what a hand left behind", () => {
  for (const left of ["{", "null", "7"]) {
    storage.set(KEY, left);
    expect(readGuesses("m-1")).toEqual({});
  }
});

it("tells when another tab changed notes, and of nothing else", () => {
  const listen = vi.fn();
  const stop = watchGuesses(listen);
  dispatchEvent(new StorageEvent("storage", { key: "gyoji.setting.theme" }));
  expect(listen).not.toHaveBeenCalled();
  dispatchEvent(new StorageEvent("storage", { key: KEY }));
  stop();
  dispatchEvent(new StorageEvent("storage", { key: KEY }));
  expect(listen).toHaveBeenCalledOnce();
});

it("drops the notes on pieces that are gone", () => {
  const view = { pieces: [{ origin: "b6" }] } as unknown as View;
  expect(currentGuesses({ b6: "spy", c6: "mine" }, view)).toEqual({ b6: "spy" });
});
