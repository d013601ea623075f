// @vitest-environment happy-dom
import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ProblemError } from "../api/problems";
import { WordsContext } from "../words";
import { en } from "../words/en";
import { moderation } from "../words/moderation/en";
import { ReportDialog } from "./report";

const send = vi.hoisted(() => vi.fn());
vi.mock("../services", () => ({ api: { report: send }, openStore: () => undefined, session: {} }));

const said = moderation.report;
const WHERE = { match: "m-1", side: "second" };
let host: HTMLElement;

beforeEach(() => {
  HTMLDialogElement.prototype.showModal ??= () => undefined;
  send.mockReset().mockResolvedValue(undefined);
  host = document.body.appendChild(document.createElement("div"));
});
afterEach(() => {
  render(null, host);
  host.remove();
});

async function show(open = true, accused: () => object = () => WHERE): Promise<void> {
  const dialog = (
    <ReportDialog open={open} name="Aki" accused={accused as () => typeof WHERE} onClose={() => undefined} />
  );
  await act(async () => {
    render(<WordsContext.Provider value={{ lang: "en", words: en }}>{dialog}</WordsContext.Provider>, host);
  });
  // why: the words are loaded
  await vi.waitFor(() => open && expect(host.querySelector("form, [role=status]")).not.toBeNull());
}

const choose = (reason: string) =>
  act(() => {
    host.querySelector<HTMLInputElement>(`input[value=${reason}]`)?.dispatchEvent(new Event("change"));
  });
const write = (text: string) =>
  act(() => {
    const field = host.querySelector("textarea");
    if (!field) throw new Error("there is no place to write");
    field.value = text;
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
  });
const submit = () => act(async () => void host.querySelector("form")?.dispatchEvent(new Event("submit")));
const refusal = () => host.querySelector("[role=alert]")?.textContent;

it("sends who it is about, why, and what happened", async () => {
  await show();
  await choose("abuse");
  await write("  Swears.  ");
  await submit();
  expect(send).toHaveBeenCalledExactlyOnceWith({ ...WHERE, kind: "player", reason: "abuse", note: "Swears." });
  await vi.waitFor(() => expect(host.querySelector("[role=status]")?.textContent).toBe(said.sent));
});

it.each([
  ["name", WHERE, "name"],
  ["spam", { message: "l-1" }, "message"],
  ["name", { message: "l-1" }, "message"],
])("says for the reason %s about %j that it is about the %s", async (reason, where, kind) => {
  await show(true, () => where);
  await choose(reason);
  await submit();
  expect(send).toHaveBeenCalledWith({ ...where, kind, reason, note: "" });
});

it("says what is missing or too long, and sends nothing", async () => {
  await show();
  await submit();
  expect(refusal()).toBe(said.reasonMissing);
  await choose("other");
  await submit();
  expect(refusal()).toBe(said.noteMissing);
  await write("😠".repeat(501));
  expect(host.textContent).toContain(said.count(501, 500));
  await submit();
  expect(refusal()).toBe(said.tooLong(1));
  expect(send).not.toHaveBeenCalled();
  await write("😠".repeat(500));
  await submit();
  expect(send).toHaveBeenCalledOnce();
});

it.each([
  [{ code: "already-reported" }, said.problems["already-reported"]],
  [{ code: "rate-limited", retry_after: 3500 }, said.later(59)],
  [{ code: "offline" }, said.problems.offline],
  [{ code: "not-found" }, said.problems["not-found"]],
  [{ code: "internal" }, said.problems.other],
])("answers %j in words, and keeps what was written", async (problem, text) => {
  send.mockRejectedValue(new ProblemError({ detail: "", ...problem }));
  await show();
  await choose("cheating");
  await write("Looked at my pieces.");
  await submit();
  await vi.waitFor(() => expect(refusal()).toBe(text));
  await show(false);
  await show();
  expect(host.querySelector("textarea")?.value).toBe("Looked at my pieces.");
});
