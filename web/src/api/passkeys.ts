/** Second factors of an account, and passkeys, which sign in by themselves as well. */

import { type Allauth, Conflict, FormError, type Step, Unfinished } from "./allauth";
import { type Authenticator, createAuthenticator } from "./webauthn";

export interface Passkey {
  id: number;
  name: string;
  /** In s since 1970, as `last_used_at`. */
  created_at: number;
  last_used_at: number | null;
}

export interface Factors {
  /** An authenticator app's codes are asked for. */
  totp: boolean;
  passkeys: readonly Passkey[];
}

/** Each rejects with FormError where the browser or the server does not take the passkey, or the person went away. */
export interface Passkeys {
  signInByPasskey(): Promise<Step>;
  /** After the password. */
  secondFactorByPasskey(): Promise<Step>;
  /** Whose account it is, once more. */
  showPasskey(): Promise<void>;

  factors(): Promise<Factors>;
  /** Both halves want to know whose account it is, so ProofNeeded comes before the browser asks. True: recovery codes came with it. */
  addPasskey(name: string): Promise<boolean>;
  renamePasskey(id: number, name: string): Promise<void>;
  removePasskey(id: number): Promise<void>;
}

const KEYS = "account/authenticators/webauthn";

export function createPasskeys(allauth: Allauth, authenticator: Authenticator = createAuthenticator()): Passkeys {
  /** What the server wants signed, signed. */
  async function signed(path: string): Promise<unknown> {
    const { data } = (await allauth.ask({ method: "GET", path })) as { data: { request_options: Asked } };
    return authenticator.get(data.request_options.publicKey);
  }

  async function stepBy(path: string): Promise<Step> {
    try {
      const credential = await signed(path);
      return await allauth.step({ method: "POST", path, body: { credential } }).catch(unknown);
    } catch (error) {
      if (error instanceof Unfinished) return error.waits.step;
      if (error instanceof Conflict) return (await allauth.waiting()).step;
      throw error;
    }
  }

  return {
    signInByPasskey: () => stepBy("auth/webauthn/login"),
    secondFactorByPasskey: () => stepBy("auth/webauthn/authenticate"),
    async showPasskey() {
      const path = "auth/webauthn/reauthenticate";
      await allauth.ask({ method: "POST", path, body: { credential: await signed(path) } }).catch(unknown);
    },

    async factors() {
      const { data } = await allauth.ask({ method: "GET", path: "account/authenticators" });
      const found = data as readonly ({ type: string } & Passkey)[];
      return {
        totp: found.some(({ type }) => type === "totp"),
        passkeys: found.filter(({ type }) => type === "webauthn"),
      };
    },
    async addPasskey(name) {
      const { data } = (await allauth.ask({ method: "GET", path: `${KEYS}?passwordless` })) as {
        data: { creation_options: { publicKey: PublicKeyCredentialCreationOptionsJSON } };
      };
      const credential = await authenticator.create(data.creation_options.publicKey);
      const body = { name, credential, passwordless: true };
      const { meta } = await allauth.ask({ method: "POST", path: KEYS, body }).catch(unknown);
      return (meta as { recovery_codes_generated: boolean }).recovery_codes_generated;
    },
    async renamePasskey(id, name) {
      await allauth.ask({ method: "PUT", path: KEYS, body: { id, name } });
    },
    async removePasskey(id) {
      await allauth.ask({ method: "DELETE", path: KEYS, body: { authenticators: [id] } });
    },
  };
}

interface Asked {
  publicKey: PublicKeyCredentialRequestOptionsJSON;
}

/** allauth calls an answer that it does not take an incorrect code; the field it names is none of ours. */
function unknown(error: unknown): never {
  if (!(error instanceof FormError)) throw error;
  const code = Object.values(error.faults)[0]?.[0] ?? "other";
  throw new FormError({ "": [code === "incorrect_code" ? "passkey_unknown" : code] });
}
