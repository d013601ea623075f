// @vitest-environment happy-dom
import type { VNode } from "preact";
import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { AccountInfo } from "../../api/account";
import { type FactorKind, ProofNeeded } from "../../api/allauth";
import { WordsContext } from "../../words";
import { account as words } from "../../words/account/en";
import { en } from "../../words/en";
import { Deed } from "./deed";
import { Proof } from "./proof";
import { FromProvider } from "./provider";
import { SecondFactor } from "./second-factor";
import { AccountWordsContext } from "./words";

const accounts = vi.hoisted(() => ({
  waiting: vi.fn(),
  giveAddress: vi.fn(),
  factors: vi.fn(),
  mailProof: vi.fn(),
  showMailed: vi.fn(),
}));
const go = vi.hoisted(() => vi.fn());
vi.mock("./services", () => ({ accounts }));
vi.mock("../../services", () => ({ session: {} }));
vi.mock("../../parts/client", () => ({ go, session: {}, useTitle: () => undefined, problemOf: () => ({}) }));
vi.mock("./joining", () => ({ Joining: () => <p>is in</p> }));

let host: HTMLElement;
beforeEach(() => {
  HTMLDialogElement.prototype.showModal ??= () => undefined;
  for (const each of [...Object.values(accounts), go]) each.mockReset().mockResolvedValue(undefined);
  vi.stubGlobal("PublicKeyCredential", class {});
  host = document.body.appendChild(document.createElement("div"));
});
afterEach(() => {
  render(null, host);
  host.remove();
  history.replaceState(null, "", "/");
  vi.unstubAllGlobals();
});

/** Does it, and waits for whatever it asked for. */
const settled = async (work: () => void) => {
  await act(async () => work());
  await act(() => new Promise<void>((done) => setTimeout(done)));
};
const show = (screen: VNode) =>
  settled(() =>
    render(
      <WordsContext.Provider value={{ lang: "en", words: en }}>
        <AccountWordsContext.Provider value={words}>{screen}</AccountWordsContext.Provider>
      </WordsContext.Provider>,
      host,
    ),
  );
const at = (address: string) => history.replaceState(null, "", address);
const buttons = () => [...host.querySelectorAll("button")].map(({ textContent }) => textContent);
const fill = (name: string, text: string) =>
  act(() => {
    const field = host.querySelector<HTMLInputElement>(`input[name=${name}]`);
    if (!field) throw new Error(`there is no field ${name}`);
    field.value = text;
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
  });
const submit = (label: string) =>
  settled(() => {
    host.querySelector(`form[aria-label="${label}"]`)?.dispatchEvent(new Event("submit", { cancelable: true }));
  });

it.each<[FactorKind[], string[], boolean]>([
  [["totp", "recovery_codes"], [words.signIn], true],
  [["webauthn", "recovery_codes"], [words.passkeys.use, words.signIn], true],
  [["webauthn"], [words.passkeys.use], false],
])("the second step takes what the account has: %s", async (kinds, wanted, hasField) => {
  accounts.waiting.mockResolvedValue({ step: "second-factor", kinds });
  await show(<SecondFactor />);
  expect(buttons()).toEqual(wanted);
  expect(host.querySelector("input") !== null).toBe(hasField);
});

it.each([
  ["cancelled", words.providers.failures.cancelled],
  ["connected_other", words.providers.failures.connected_other],
  ["constructor", words.providers.failures.unknown],
])("who comes back from a provider with %s is told why", async (code, said) => {
  at(`/account/provider?error=${code}&next=%2Flayouts`);
  await show(<FromProvider />);
  expect(host.querySelector("[role=alert]")?.textContent).toBe(said);
  expect(host.querySelector("a")?.getAttribute("href")).toBe("/account/sign-in?next=%2Flayouts");
  expect(accounts.waiting).not.toHaveBeenCalled();
});

it("who has no address at the provider gives one, and goes on to confirm it", async () => {
  at("/account/provider?next=%2Flayouts");
  accounts.waiting.mockResolvedValue({ step: "address", kinds: [] });
  accounts.giveAddress.mockResolvedValue("confirm");
  await show(<FromProvider />);
  await fill("email", " aki@example.org ");
  await submit(words.providers.address);
  expect(accounts.giveAddress).toHaveBeenCalledExactlyOnceWith("aki@example.org");
  expect(go).toHaveBeenCalledWith("/account/confirm?next=%2Flayouts");
});

it("who comes back signed in goes on, and who linked is back at the account", async () => {
  at("/account/provider");
  accounts.waiting.mockResolvedValue({ step: "done", kinds: [] });
  await show(<FromProvider />);
  expect(host.textContent).toBe("is in");
  at("/account/provider?linked=");
  await show(<FromProvider />);
  expect(go).toHaveBeenCalledExactlyOnceWith("/account");
});

it("who has no password proves by a mailed code whose account it is", async () => {
  const info = { has_password: false, second_factor: false, email: "aki@example.org" } as AccountInfo;
  const work = vi.fn().mockRejectedValueOnce(new ProofNeeded()).mockResolvedValue(undefined);
  await show(
    <Proof info={info}>
      <Deed label="Do it" run={work} />
    </Proof>,
  );
  await settled(() => host.querySelector("button")?.click());
  await submit(words.proof.send);
  expect(accounts.mailProof).toHaveBeenCalledExactlyOnceWith("aki@example.org");
  await fill("code", "ABCD-EFGH");
  await submit(words.proof.title);
  expect(accounts.showMailed).toHaveBeenCalledExactlyOnceWith("ABCD-EFGH");
  expect(work).toHaveBeenCalledTimes(2);
});
