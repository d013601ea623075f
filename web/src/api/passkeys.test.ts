import { describe, expect, it, vi } from "vitest";
import { createAllauth, FormError, ProofNeeded } from "./allauth";
import { type Answer, fakeFetch } from "./fakes";
import { createPasskeys } from "./passkeys";
import { createProviders } from "./providers";
import { createSend } from "./request";
import { type Authenticator, type Credentials, createAuthenticator, knowsPasskeys } from "./webauthn";

/** allauth answers in turn; the browser's part only says what it was asked. */
function asking(...answers: Answer[]) {
  const { fetch, asked } = fakeFetch(...answers);
  const allauth = createAllauth(createSend({ fetch, base: "", csrf: () => "c", sleep: async () => undefined }));
  const authenticator: Authenticator = {
    create: async ({ challenge }) => ({ made: challenge }),
    get: async ({ challenge }) => ({ used: challenge }),
  };
  return { passkeys: createPasskeys(allauth, authenticator), providers: createProviders(allauth), asked };
}

const ok = (data: unknown, meta = {}): Answer => ({ body: { status: 200, data, meta } });
const refused = (code: string): Answer => ({
  status: 400,
  body: { status: 400, errors: [{ code, param: "credential" }] },
});
const isOut = (...flows: object[]): Answer => ({
  status: 401,
  body: { status: 401, data: { flows }, meta: { is_authenticated: false } },
});
const WHO: Answer = {
  status: 401,
  body: { status: 401, data: { flows: [] }, meta: { is_authenticated: true } },
};
const REQUEST = ok({ request_options: { publicKey: { challenge: "abc" } } });
const CREATION = ok({ creation_options: { publicKey: { challenge: "abc" } } });
const caught = (promise: Promise<unknown>) =>
  promise.then(
    () => "done",
    (error) => error,
  );

describe("a passkey", () => {
  it("signs in by itself", async () => {
    const { passkeys, asked } = asking(REQUEST, ok({}));
    expect(await passkeys.signInByPasskey()).toBe("done");
    expect(asked.map(({ method, path, body }) => [method, path, body])).toEqual([
      ["GET", "auth/webauthn/login", undefined],
      ["POST", "auth/webauthn/login", { credential: { used: "abc" } }],
    ]);
  });

  it("that the server does not know signs nobody in", async () => {
    const { passkeys } = asking(REQUEST, refused("incorrect_code"));
    expect((await caught(passkeys.signInByPasskey())).faults).toEqual({ "": ["passkey_unknown"] });
  });

  it("is no second step where no sign-in waits for one", async () => {
    const { passkeys } = asking(isOut());
    expect(await passkeys.secondFactorByPasskey()).toBe("start");
  });

  it("is added under its name, and says whether recovery codes came with it", async () => {
    const { passkeys, asked } = asking(CREATION, ok({}, { recovery_codes_generated: true }));
    expect(await passkeys.addPasskey("Phone")).toBe(true);
    expect(asked[0]?.path).toBe("account/authenticators/webauthn?passwordless");
    expect(asked[1]?.body).toEqual({ name: "Phone", credential: { made: "abc" }, passwordless: true });
  });

  it("is added by nobody who has not shown of late whose account it is", async () => {
    const { passkeys, asked } = asking(WHO);
    expect(await caught(passkeys.addPasskey("Phone"))).toBeInstanceOf(ProofNeeded);
    expect(asked).toHaveLength(1);
  });

  it("is told from the other factors", async () => {
    const key = { type: "webauthn", id: 7, name: "Phone", created_at: 1, last_used_at: null };
    const { passkeys } = asking(ok([{ type: "recovery_codes" }, key]));
    expect(await passkeys.factors()).toEqual({ totp: false, passkeys: [key] });
  });
});

describe("what waits", () => {
  it("names the factors that the second step takes", async () => {
    const flow = { id: "mfa_authenticate", is_pending: true, types: ["webauthn", "recovery_codes"] };
    const { fetch } = fakeFetch(isOut({ id: "login" }, flow));
    const allauth = createAllauth(createSend({ fetch }));
    expect(await allauth.waiting()).toEqual({ step: "second-factor", kinds: ["webauthn", "recovery_codes"] });
  });

  it("is the code of a sign-up, though a provider's sign-in was left before it", async () => {
    const left = { id: "provider_signup", is_pending: true };
    const { fetch } = fakeFetch(isOut(left, { id: "verify_email", is_pending: true }), isOut(left));
    const allauth = createAllauth(createSend({ fetch }));
    expect((await allauth.waiting()).step).toBe("confirm");
    expect((await allauth.waiting()).step).toBe("address");
  });
});

describe("a provider", () => {
  it("is gone to by an address that the server tells, asked by a form", async () => {
    const { providers, asked } = asking(ok({ location: "https://club.example/authorize?x" }));
    const way = await providers.wayTo("club", "login", "/account/provider?next=%2F");
    expect(way).toBe("https://club.example/authorize?x");
    expect(asked[0]).toMatchObject({
      method: "POST",
      body: { provider: "club", process: "login", callback_url: "/account/provider?next=%2F" },
      headers: { Accept: "application/json", "X-CSRFToken": "c" },
    });
    expect(asked[0]?.headers).not.toHaveProperty("Content-Type");
  });

  it("is linked until it is unlinked", async () => {
    const told = [{ uid: "1", display: "aki", provider: { id: "club", name: "The club" } }];
    const { providers, asked } = asking(ok(told), ok([]));
    const [link] = await providers.links();
    expect(link).toEqual({ provider: "club", name: "The club", account: "1", display: "aki" });
    if (link) expect(await providers.unlink(link)).toEqual([]);
    expect(asked[1]).toMatchObject({ method: "DELETE", body: { provider: "club", account: "1" } });
  });
});

describe("the browser's part", () => {
  const bytes = (...values: number[]) => Uint8Array.from(values).buffer;

  it("has bytes where the server has base64url", async () => {
    const seen: CredentialRequestOptions[] = [];
    const response = {
      authenticatorData: bytes(255, 254),
      clientDataJSON: bytes(1),
      signature: bytes(),
      userHandle: null,
    };
    const credentials = {
      get: async (options: CredentialRequestOptions) => {
        seen.push(options);
        return {
          id: "-_8",
          rawId: bytes(251, 255),
          type: "public-key",
          getClientExtensionResults: () => ({}),
          response,
        };
      },
    } as unknown as Credentials;
    const asked = { challenge: "-_8", rpId: "here", allowCredentials: [{ type: "public-key", id: "AQ" }] };
    expect(await createAuthenticator(() => credentials).get(asked)).toEqual({
      id: "-_8",
      rawId: "-_8",
      type: "public-key",
      clientExtensionResults: {},
      response: { authenticatorData: "__4", clientDataJSON: "AQ", signature: "" },
    });
    expect(seen[0]?.publicKey).toEqual({
      challenge: new Uint8Array([251, 255]),
      rpId: "here",
      allowCredentials: [{ type: "public-key", id: new Uint8Array([1]) }],
    });
  });

  it("is offered only where a passkey can be had", () => {
    expect(knowsPasskeys("play.example")).toBe(false);
    vi.stubGlobal("PublicKeyCredential", class {});
    expect(["play.example", "localhost", "127.0.0.1", "[::1]"].map(knowsPasskeys)).toEqual([true, true, false, false]);
    vi.unstubAllGlobals();
  });

  it.each([
    ["NotAllowedError", "passkey_cancelled"],
    ["InvalidStateError", "passkey_known"],
    ["SecurityError", "passkey_unsupported"],
  ])("says of %s what it means", async (name, code) => {
    const refuse = async () => {
      throw new DOMException("", name);
    };
    const authenticator = createAuthenticator(() => ({ create: refuse, get: refuse }));
    const user = { id: "AQ", name: "a", displayName: "a" };
    const error = await caught(
      authenticator.create({ challenge: "AQ", pubKeyCredParams: [], rp: { name: "here" }, user }),
    );
    expect(error).toBeInstanceOf(FormError);
    expect(error.faults).toEqual({ "": [code] });
  });
});
