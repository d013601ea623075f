// @vitest-environment happy-dom
import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, expect, it, vi } from "vitest";
import { WordsContext } from "../words";
import { en } from "../words/en";
import { Resume } from "./resume";

const known = vi.hoisted(() => vi.fn());
vi.mock("../parts/client", () => ({ hasPlayer: known, api: { turns: async () => [] } }));

const host = document.body.appendChild(document.createElement("div"));
const show = () =>
  act(async () => {
    render(
      <WordsContext.Provider value={{ lang: "en", words: en }}>
        <Resume />
      </WordsContext.Provider>,
      host,
    );
  });
afterEach(() => render(null, host));

it("keeps its place from the first moment for who has played", async () => {
  known.mockReturnValue(true);
  await show();
  expect(host.textContent).toBe(en.nav.history);
});

it("moves no button under the finger of who becomes a player by pressing one", async () => {
  known.mockReturnValue(false);
  await show();
  known.mockReturnValue(true);
  await show();
  expect(host.textContent).toBe("");
});
