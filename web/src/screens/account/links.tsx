import type { Site } from "../../api/account";
import type { Link } from "../../api/providers";
import { useLoaded } from "../../parts/load";
import { showToast } from "../../parts/toast";
import { useAskProof } from "./asking";
import { Deed } from "./deed";
import { Loading } from "./loading";
import { accounts } from "./services";
import { useAccountWords } from "./words";

/** The providers that open this account, and those that could. */
export function Links({ providers }: { providers: Site["providers"] }) {
  const { providers: words } = useAccountWords();
  const askProof = useAskProof();
  const found = useLoaded("links", () => accounts.links());
  const links = found.value;
  if (!links) return <Loading problem={found.problem} again={found.again} />;

  const link = async (provider: string) => {
    // why first: on the way back nobody could be asked
    if (await askProof()) location.assign(await accounts.wayTo(provider, "connect", "/account/provider?linked"));
  };
  const unlink = async (one: Link) => {
    found.set(await accounts.unlink(one));
    showToast(words.unlinked(one.name));
  };
  const others = providers.filter(({ id }) => links.every(({ provider }) => provider !== id));
  return (
    <>
      <p class="soft">{words.text}</p>
      {links.length > 0 && (
        <ul class="lines">
          {links.map((one) => (
            <li key={`${one.provider} ${one.account}`} class="line">
              <span class="main-text">
                <span>{one.name}</span>
                <span class="soft small">{one.display}</span>
              </span>
              <Deed label={words.unlink} about={words.unlinkOf(one.name)} run={() => unlink(one)} />
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <div class="row">
          {others.map(({ id, name }) => (
            <Deed key={id} label={words.link(name)} run={() => link(id)} />
          ))}
        </div>
      )}
    </>
  );
}
