import { useRoute, useSearch } from "wouter-preact";
import { useTitle } from "../parts/client";
import { optionsIn } from "../parts/rules-address";
import { useWords } from "../words";
import { isPageKey, RulesPage } from "../words/rules/page";
import { useSystem } from "./system";

/** The rules, in words and pictures made from the rules in force: the usual ones, or those in the address. */
export function RulesScreen() {
  const [, parts] = useRoute("/rules/:page?");
  const page = parts?.page ?? "";
  const words = useWords();
  const system = useSystem("gunjin", optionsIn(useSearch()));
  useTitle(words.nav.rules);
  return (
    <main id="content" class="content prose">
      <RulesPage page={isPageKey(page) ? page : "rules"} system={system.value} />
    </main>
  );
}
