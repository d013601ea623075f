/** The browser's part of passkeys: bytes here, base64url in what the server sends and is sent. */

import { FormError } from "./allauth";

/** What makes and shows passkeys, in the server's form. Rejects with FormError. */
export interface Authenticator {
  create(options: PublicKeyCredentialCreationOptionsJSON): Promise<unknown>;
  get(options: PublicKeyCredentialRequestOptionsJSON): Promise<unknown>;
}

export type Credentials = Pick<CredentialsContainer, "create" | "get">;

/** Whether this browser knows passkeys, and takes them on this page: one of a name, and reached safely. */
export function knowsPasskeys(host = location.hostname): boolean {
  const isNumbers = /^[\d.]+$|^\[/.test(host);
  return typeof globalThis.PublicKeyCredential === "function" && !isNumbers;
}

// why by hand: the browsers' own parseCreationOptionsFromJSON, parseRequestOptionsFromJSON and toJSON are of 2025, and
// password managers that stand in for a browser often lack them
export function createAuthenticator(credentials: () => Credentials = () => navigator.credentials): Authenticator {
  return {
    async create({ user, challenge, excludeCredentials = [], extensions, ...rest }) {
      const publicKey = {
        ...rest,
        challenge: toBytes(challenge),
        user: { ...user, id: toBytes(user.id) },
        excludeCredentials: excludeCredentials.map(named),
        extensions: { credProps: extensions?.credProps === true }, // whether it signs in by itself
      } as PublicKeyCredentialCreationOptions;
      const made = await shown(() => credentials().create({ publicKey }));
      const { attestationObject, clientDataJSON } = made.response as AuthenticatorAttestationResponse;
      return answer(made, { attestationObject, clientDataJSON });
    },
    async get({ challenge, allowCredentials = [], extensions: _, ...rest }) {
      const publicKey = {
        ...rest,
        challenge: toBytes(challenge),
        allowCredentials: allowCredentials.map(named),
      } as PublicKeyCredentialRequestOptions;
      const used = await shown(() => credentials().get({ publicKey }));
      const { authenticatorData, clientDataJSON, signature, userHandle } =
        used.response as AuthenticatorAssertionResponse;
      return answer(used, { authenticatorData, clientDataJSON, signature, userHandle });
    },
  };
}

const REFUSALS: Readonly<Record<string, string>> = {
  NotAllowedError: "passkey_cancelled",
  AbortError: "passkey_cancelled",
  InvalidStateError: "passkey_known",
};

async function shown(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const found = await ask();
    if (found) return found as PublicKeyCredential;
  } catch (error) {
    const code = error instanceof Error ? REFUSALS[error.name] : undefined;
    throw new FormError({ "": [code ?? "passkey_unsupported"] });
  }
  throw new FormError({ "": ["passkey_cancelled"] });
}

function named({ id, ...rest }: PublicKeyCredentialDescriptorJSON) {
  return { ...rest, id: toBytes(id) };
}

function answer(credential: PublicKeyCredential, parts: Readonly<Record<string, ArrayBuffer | null>>) {
  const given = Object.entries(parts).filter((part): part is [string, ArrayBuffer] => part[1] !== null);
  return {
    id: credential.id,
    rawId: toText(credential.rawId),
    type: credential.type,
    clientExtensionResults: credential.getClientExtensionResults(),
    response: Object.fromEntries(given.map(([name, bytes]) => [name, toText(bytes)])),
  };
}

function toBytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
}

function toText(bytes: ArrayBuffer): string {
  const signs = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return signs.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
