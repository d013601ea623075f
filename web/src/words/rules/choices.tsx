/** Whose rules are read: the system, and its variant where it has some. */

import { Link } from "wouter-preact";
import type { System } from "../../game/types";
import { type RulesOf, rulesAddress } from "../../parts/rules-address";
import { systemName } from "../game";
import { useWords } from "../index";
import { type PageKey, SYSTEMS } from "./index";

interface ChoicesProps {
  of: RulesOf;
  page: PageKey;
  /** null while it is on its way. */
  system: System | null;
}

/** The page stays; what a room changed does not go with it to another variant. */
export function Choices({ of, page, system }: ChoicesProps) {
  const words = useWords();
  const variants = system?.options.find(({ key }) => key === "variant")?.choices.map(String) ?? [];
  const names: Readonly<Record<string, string>> = words.variants;
  return (
    <>
      <ul class="rules-choices">
        {SYSTEMS.map((key) => (
          <Choice
            key={key}
            to={rulesAddress(key === of.system ? of : { system: key, options: {} }, page)}
            isChosen={key === of.system}
            name={systemName(words, key)}
          />
        ))}
      </ul>
      {variants.length > 0 && (
        <ul class="rules-choices">
          {variants.map((variant) => {
            const isChosen = system?.options_in_force.variant === variant;
            return (
              <Choice
                key={variant}
                to={rulesAddress(isChosen ? of : { ...of, options: { variant } }, page)}
                isChosen={isChosen}
                name={names[variant] ?? variant}
              />
            );
          })}
        </ul>
      )}
    </>
  );
}

function Choice({ to, isChosen, name }: { to: string; isChosen: boolean; name: string }) {
  return (
    <li>
      <Link href={to} aria-current={isChosen ? "true" : undefined}>
        {name}
      </Link>
    </li>
  );
}
