import { describe, expect, it } from "vitest";
import { safeStorage } from "../storage";
import { createAccounts } from "./account";
import { FormError, ProofNeeded } from "./allauth";
import { type Answer, fakeFetch } from "./fakes";
import { problemOf } from "./problems";
import { createSend } from "./request";
import { createSession } from "./session";

/** `signing`: what allauth answers in turn, `told`: what the API does. */
function client(signing: Answer[], told: Answer[] = []) {
  const [toSign, toAsk] = [fakeFetch(...signing), fakeFetch(...told)];
  const deps = { csrf: () => "c", sleep: async () => undefined };
  const send = createSend({ ...deps, fetch: toAsk.fetch });
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  } as unknown as Storage;
  kept.set("gyoji.guest", JSON.stringify({ player: "p", name: "n", token: "t1", recoveryCode: "c1" }));
  const session = createSession(
    send,
    safeStorage(() => storage),
    (work) => work(),
  );
  const sign = createSend({ ...deps, fetch: toSign.fetch, base: "/_allauth/browser/v1/" });
  return {
    accounts: createAccounts(send, sign, session, () => "c"),
    session,
    signed: toSign.asked,
    asked: toAsk.asked,
  };
}

const waitsFor = (id: string): Answer => ({
  status: 401,
  body: {
    status: 401,
    data: { flows: [{ id: "login" }, { id, is_pending: true }] },
    meta: { is_authenticated: false },
  },
});
const OUT: Answer = waitsFor("nothing-we-know");
const IN: Answer = { status: 200, body: { status: 200, data: {}, meta: { is_authenticated: true } } };
const WHO: Answer = {
  status: 401,
  body: { status: 401, data: { flows: [{ id: "reauthenticate" }] }, meta: { is_authenticated: true } },
};
const CONFLICT: Answer = { status: 409, body: { status: 409 } };
const JOINED: Answer = { status: 201, body: { player: "p", name: "n", kind: "person", how: "adopted" } };
const caught = (promise: Promise<unknown>) =>
  promise.then(
    () => "done",
    (error) => error,
  );

describe("a sign-in", () => {
  it.each([
    ["is over", IN, "done"],
    ["waits for the code that was mailed", waitsFor("verify_email"), "confirm"],
    ["waits for the second factor", waitsFor("mfa_authenticate"), "second-factor"],
    ["begins again where nothing waits", OUT, "start"],
  ] as const)("%s", async (_, answer, step) => {
    const { accounts, signed } = client([answer]);
    expect(await accounts.signIn("a@b.c", "hidden tiger 77")).toBe(step);
    expect(signed[0]).toMatchObject({
      path: "/_allauth/browser/v1/auth/login",
      body: { email: "a@b.c", password: "hidden tiger 77" },
      headers: { "X-CSRFToken": "c" },
    });
  });

  it("is over for who signed in in another tab", async () => {
    const { accounts } = client([CONFLICT, IN]);
    expect(await accounts.signIn("a@b.c", "p")).toBe("done");
  });

  it("begins again when a code was tried too often", async () => {
    const { accounts } = client([CONFLICT, OUT]);
    expect(await accounts.confirm("XXXX-XXXX")).toBe("start");
  });

  it("names what is wrong by field", async () => {
    const errors = [{ code: "email_password_mismatch", param: "password" }, { code: "invalid_login" }];
    const { accounts } = client([{ status: 400, body: { status: 400, errors } }]);
    const error = await caught(accounts.signIn("a@b.c", "p"));
    expect(error).toBeInstanceOf(FormError);
    expect(error.faults).toEqual({ password: ["email_password_mismatch"], "": ["invalid_login"] });
  });

  it("may be closed, or asked for too often", async () => {
    const closed = client([{ status: 403, body: { status: 403 } }]);
    expect(problemOf(await caught(closed.accounts.signUp("a@b.c", "p", ""))).code).toBe("registration-closed");
    const busy = client([{ status: 429, body: { status: 429 } }]);
    expect(problemOf(await caught(busy.accounts.signUp("a@b.c", "p", ""))).code).toBe("rate-limited");
  });

  it("takes an invitation along", async () => {
    const { accounts, signed, asked } = client([waitsFor("verify_email")], [JOINED]);
    await accounts.signUp("a@b.c", "p", "inv");
    await accounts.join("inv");
    expect(signed[0]?.headers).toMatchObject({ "X-Gyoji-Invitation": "inv" });
    expect(asked[0]?.headers).toMatchObject({ "X-Gyoji-Invitation": "inv" });
  });

  it("brings the guest's things along, and leaves the guest where it is refused", async () => {
    const { accounts, session, asked } = client(
      [],
      [{ status: 409, body: { code: "both-seats", detail: "" } }, JOINED],
    );
    expect(problemOf(await caught(accounts.join(""))).code).toBe("both-seats");
    expect(session.mode.value).toBe("guest");
    await accounts.join("");
    expect(session.mode.value).toBe("account");
    expect(asked.map(({ body }) => body)).toEqual([{ guest_token: "t1" }, { guest_token: "t1" }]);
  });

  it("to the desk makes nobody a player who was none", async () => {
    const { accounts, session } = client([], [{ status: 403, body: { code: "no-player", detail: "" } }]);
    expect(await accounts.joinKnown()).toBe(false);
    expect(session.mode.value).toBe("guest");
  });
});

describe("a forgotten password", () => {
  it("is replaced, and signing in comes after it", async () => {
    const { accounts } = client([waitsFor("password_reset_by_code"), OUT]);
    expect(await accounts.askReset("a@b.c")).toBe("reset");
    expect(await caught(accounts.reset("ABCD-EFGH", "p"))).toBe("done");
  });

  it("is not, where the code is too old", async () => {
    const { accounts } = client([CONFLICT]);
    expect((await caught(accounts.reset("ABCD-EFGH", "p"))).faults).toEqual({ key: ["code_expired"] });
  });
});

describe("an account", () => {
  it("wants the password again before what is dangerous", async () => {
    const { accounts } = client([WHO], [{ status: 403, body: { code: "recent-sign-in-needed", detail: "" } }]);
    expect(await caught(accounts.endTotpSetup("123456"))).toBeInstanceOf(ProofNeeded);
    expect(await caught(accounts.erase("n"))).toBeInstanceOf(ProofNeeded);
  });

  it("tells the key of a second factor that is not set up yet", async () => {
    const meta = { secret: "S", totp_url: "otpauth://x" };
    const { accounts } = client([{ status: 404, body: { status: 404, meta } }]);
    expect(await accounts.beginTotp()).toEqual({ secret: "S", url: "otpauth://x" });
  });

  it("is left by signing out, also where it had ended already", async () => {
    const { accounts, session } = client([OUT], [JOINED]);
    await accounts.join("");
    await accounts.signOut();
    expect(session.mode.value).toBe("none");
  });

  it("is nobody's after it was deleted", async () => {
    const { accounts, session, asked } = client([], [{ status: 204 }]);
    await accounts.erase("n");
    expect(session.mode.value).toBe("none");
    expect(asked[0]).toMatchObject({ path: "account/erasure", body: { name: "n" } });
  });
});
