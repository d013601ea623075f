// @vitest-environment happy-dom
import { render } from "preact";
import { act } from "preact/test-utils";
import { expect, it, vi } from "vitest";
import { FormError } from "../../api/allauth";
import { account } from "../../words/account/en";
import { Field, Form } from "./form";
import { AccountWordsContext } from "./words";

vi.mock("../../services", () => ({}));

it.each([
  [["password_too_common", "password_too_short", "password_too_similar"], "password_too_short"],
  [["password_too_common", "password_too_similar"], "password_too_common"],
])("says one thing at a time about a field", async (faults, said) => {
  const refuse = async () => {
    throw new FormError({ password: faults });
  };
  const host = document.body.appendChild(document.createElement("div"));
  await act(async () => {
    render(
      <AccountWordsContext.Provider value={account}>
        <Form label="" submit="Go" onSubmit={refuse}>
          <Field name="password" label="Password" value="" onInput={() => undefined} />
        </Form>
      </AccountWordsContext.Provider>,
      host,
    );
  });
  await act(async () => {
    host.querySelector("form")?.dispatchEvent(new Event("submit", { cancelable: true }));
  });
  await act(async () => undefined); // the refusal
  expect([...host.querySelectorAll(".field .faults p")].map((each) => each.textContent)).toEqual([
    account.faults[said as keyof typeof account.faults],
  ]);
  render(null, host);
});
