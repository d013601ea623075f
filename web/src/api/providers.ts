/** Signing in by an OpenID Connect provider, and which of them an account is linked with. */

import type { Allauth, Step } from "./allauth";

/** An account at a provider that opens the account here. */
export interface Link {
  provider: string;
  /** The provider's. */
  name: string;
  /** Which account there; an opaque id. */
  account: string;
  /** What the account is called there. */
  display: string;
}

export interface Providers {
  /** Where the browser has to go; it comes back to `callback`, an address of this site, with `error` where it failed. */
  wayTo(provider: string, process: "login" | "connect", callback: string): Promise<string>;
  /** For who has none at the provider. */
  giveAddress(email: string): Promise<Step>;
  links(): Promise<readonly Link[]>;
  /** Answers the links that are left. */
  unlink(link: Link): Promise<readonly Link[]>;
}

const LINKS = "account/providers";

export function createProviders(allauth: Allauth): Providers {
  return {
    async wayTo(provider, process, callback) {
      const body = new URLSearchParams({ provider, process, callback_url: callback });
      const { data } = await allauth.ask({ method: "POST", path: "auth/provider/redirect", body });
      return (data as { location: string }).location;
    },
    giveAddress: (email) => allauth.step({ method: "POST", path: "auth/provider/signup", body: { email } }),
    links: async () => linksIn((await allauth.ask({ method: "GET", path: LINKS })).data),
    async unlink({ provider, account }) {
      const body = { provider, account };
      return linksIn((await allauth.ask({ method: "DELETE", path: LINKS, body })).data);
    },
  };
}

function linksIn(data: unknown): readonly Link[] {
  const told = data as readonly { uid: string; display: string; provider: { id: string; name: string } }[];
  return told.map(({ uid, display, provider }) => ({
    provider: provider.id,
    name: provider.name,
    account: uid,
    display,
  }));
}
