/** Any of the long pages, in the language in use. Loaded with the rules screen. */

import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Link, useSearch } from "wouter-preact";
import type { System } from "../../game/types";
import { optionName, optionValue, problemText } from "../game";
import { useLang, useWords } from "../index";
import { WinTable } from "../win-table";
import { type Line, tell } from "./choice";
import { Diagram } from "./diagram";
import { loadRules, PAGES, type PageKey, type RulesText } from "./index";
import { REFERENCES } from "./references";
import type { Block } from "./types";
import "./rules.css";

export function isPageKey(value: string): value is PageKey {
  return (PAGES as readonly string[]).includes(value);
}

interface RulesPageProps {
  page: PageKey;
  /** Drawn from; null while it is on its way. */
  system: System | null;
}

export function RulesPage({ page, system }: RulesPageProps) {
  const words = useWords();
  const { text, failed, retry } = useText();
  const search = useSearch();
  // why: a link to a section arrives before its text does
  useEffect(() => {
    if (text) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, [text, page]);

  if (failed) {
    const { title, text: advice, label } = problemText(words, { code: "network" });
    return (
      <div role="alert">
        <p>
          {title}. {advice}
        </p>
        <button type="button" onClick={retry}>
          {label}
        </button>
      </div>
    );
  }
  if (!text) return <p role="status">{words.app.loading}</p>;
  const { title, sections } = text.pages[page];
  return (
    <div class="rules">
      <nav class="rules-pages" aria-label={text.contents}>
        <ul>
          {PAGES.map((key) => (
            <li key={key}>
              <Link href={`/rules/${key}${search && `?${search}`}`} aria-current={key === page ? "page" : undefined}>
                {text.pages[key].title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <article class="rules-text">
        <h1>{title}</h1>
        {sections.map((section) => (
          <section key={section.id} id={section.id}>
            <h2>{section.title}</h2>
            {section.blocks.map((block, index) => (
              <Piece key={index} block={block} text={text} system={system} />
            ))}
          </section>
        ))}
      </article>
    </div>
  );
}

function useText(): { text: RulesText | null; failed: boolean; retry: () => void } {
  const lang = useLang();
  const [loaded, setLoaded] = useState<{ lang: string; text: RulesText } | null>(null);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isWanted = true;
    setFailed(false);
    loadRules(lang).then(
      (text) => isWanted && setLoaded({ lang, text }),
      () => isWanted && setFailed(true),
    );
    return () => {
      isWanted = false;
    };
  }, [lang, attempt]);
  return { text: loaded?.lang === lang ? loaded.text : null, failed, retry: () => setAttempt(attempt + 1) };
}

function Piece({ block, text, system }: { block: Block; text: RulesText; system: System | null }) {
  const told = (line: Line) => tell(line, system?.options_in_force ?? {});
  if (typeof block === "string" || "say" in block) {
    const paragraph = told(block);
    return paragraph === "" ? null : <p>{cited(paragraph, text)}</p>;
  }
  if ("list" in block || "steps" in block) {
    const List = "list" in block ? "ul" : "ol";
    const lines = "list" in block ? block.list : block.steps;
    const said = lines.map(told).filter((line) => line !== "");
    return (
      <List>
        {said.map((line) => (
          <li key={line}>{cited(line, text)}</li>
        ))}
      </List>
    );
  }
  if ("show" in block && block.show === "references") return <References text={text} />;
  if (system === null) return null;
  if ("diagrams" in block) {
    return (
      <div class="rules-diagrams">
        {block.diagrams.map(({ sketch, caption }) => (
          <Diagram key={told(caption)} system={system} sketch={sketch} caption={told(caption)} />
        ))}
      </div>
    );
  }
  return block.show === "winTable" ? <WinTable system={system} /> : <Options system={system} text={text} />;
}

/** The rules in force; what differs from the usual ones is marked. */
function Options({ system, text }: { system: System; text: RulesText }) {
  const words = useWords();
  return (
    <dl class="rules-options">
      {system.options.map((option) => {
        const value = system.options_in_force[option.key];
        const isChanged = value !== option.default;
        return [
          <dt key={`${option.key} name`}>{optionName(words, option.key)}</dt>,
          <dd key={option.key} class={isChanged ? "changed" : undefined}>
            {optionValue(words, option.key, value)}
            {isChanged && ` ${text.changed}`}
          </dd>,
        ];
      })}
    </dl>
  );
}

function References({ text }: { text: RulesText }) {
  return (
    <ol>
      {REFERENCES.map(({ cite, lang, href }, index) => (
        <li key={cite} id={`ref-${index + 1}`}>
          {href ? (
            <a href={href} lang={lang} target="_blank" rel="noopener noreferrer">
              {cite}
            </a>
          ) : (
            <span lang={lang}>{cite}</span>
          )}{" "}
          {text.references[index]}
        </li>
      ))}
    </ol>
  );
}

const CITATION = /\[(\d+(?:,\d+)*)\]/;

/** A text with its citations as links to the references. */
function cited(line: string, text: RulesText): ComponentChildren[] {
  return line.split(CITATION).map((part, index) =>
    index % 2 === 0
      ? part
      : part.split(",").map((number) => (
          <Link key={number} class="rules-cite" href={`/rules/references#ref-${number}`} aria-label={text.cite(number)}>
            [{number}]
          </Link>
        )),
  );
}
