import { useRoute, useSearch } from "wouter-preact";
import { useTitle } from "../parts/client";
import { optionsIn } from "../parts/rules-address";
import { SystemWords } from "../parts/system-words";
import { useWords } from "../words";
import { SYSTEMS } from "../words/rules";
import { isPageKey, RulesPage } from "../words/rules/page";
import { useSystem } from "./system";

/** The rules, in words and pictures made from the rules in force: the usual ones, or those in the address. */
export function RulesScreen() {
  const [, parts] = useRoute("/rules/:place?/:page?");
  const words = useWords();
  const options = optionsIn(useSearch());
  const { key, page } = placeOf(parts?.place, parts?.page);
  const system = useSystem(key, options);
  useTitle(words.nav.rules);
  return (
    <main id="content" class="content prose">
      <SystemWords key={key} system={key}>
        <RulesPage of={{ system: key, options }} page={isPageKey(page) ? page : "rules"} system={system.value} />
      </SystemWords>
    </main>
  );
}

/** Addresses without a system are of the first one, and began with the page. */
function placeOf(first = "", second = "") {
  const key = SYSTEMS.find((known) => known === first);
  return key ? { key, page: second } : { key: SYSTEMS[0], page: first };
}
