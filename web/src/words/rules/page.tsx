/** Any of the long pages, in the language in use. Loaded with the rules screen. */

import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Link } from "wouter-preact";
import type { System } from "../../game/types";
import { type RulesOf, rulesAddress } from "../../parts/rules-address";
import { optionName, optionValue, problemText } from "../game";
import { useLang, useWords } from "../index";
import { WinTable } from "../win-table";
import { type Line, tell } from "./choice";
import { Choices } from "./choices";
import { Diagram, EmptyBoard, PicturePaints } from "./diagram";
import { reach as gunjinReach } from "./gunjin/reach";
import { REFERENCES as GUNJIN_REFERENCES } from "./gunjin/references";
import { loadRules, PAGES, type PageKey, type RulesText, type SystemKey } from "./index";
import { reach as luzhanqiReach } from "./luzhanqi/reach";
import { REFERENCES as LUZHANQI_REFERENCES } from "./luzhanqi/references";
import type { Block, Reached, Reference, Sketch } from "./types";
import "./rules.css";

/** Where pieces go in a system's pictures, and what its texts rest on. */
interface Told {
  reach: (system: System, sketch: Sketch) => readonly Reached[];
  references: readonly Reference[];
}

const TOLD: Readonly<Record<SystemKey, Told>> = {
  gunjin: { reach: gunjinReach, references: GUNJIN_REFERENCES },
  luzhanqi: { reach: luzhanqiReach, references: LUZHANQI_REFERENCES },
};

/** While the description is on its way. */
const USUAL_VARIANT = "dark";

export function isPageKey(value: string): value is PageKey {
  return (PAGES as readonly string[]).includes(value);
}

interface RulesPageProps {
  of: RulesOf & { system: SystemKey };
  page: PageKey;
  /** Drawn from; null while it is on its way. */
  system: System | null;
}

export function RulesPage({ of, page, system }: RulesPageProps) {
  const words = useWords();
  const { text, failed, retry } = useText(of.system);
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
  const variant = String(system?.options_in_force.variant ?? of.options.variant ?? USUAL_VARIANT);
  const shown = sections.filter(({ only }) => !only || only.includes(variant));
  return (
    <div class="rules">
      <nav class="rules-pages" aria-label={text.contents}>
        <Choices of={of} page={page} system={system} />
        <ul>
          {PAGES.map((key) => (
            <li key={key}>
              <Link href={rulesAddress(of, key)} aria-current={key === page ? "page" : undefined}>
                {text.pages[key].title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <PicturePaints />
      <article class="rules-text">
        <h1>{title}</h1>
        {shown.map((section) => (
          <section key={section.id} id={section.id}>
            <h2>{section.title}</h2>
            {section.blocks.map((block, index) => (
              <Piece key={index} block={block} text={text} of={of} system={system} />
            ))}
          </section>
        ))}
      </article>
    </div>
  );
}

function useText(key: SystemKey): { text: RulesText | null; failed: boolean; retry: () => void } {
  const lang = useLang();
  const [loaded, setLoaded] = useState<{ of: string; text: RulesText } | null>(null);
  const of = `${key} ${lang}`;
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isWanted = true;
    setFailed(false);
    loadRules(key, lang).then(
      (text) => isWanted && setLoaded({ of, text }),
      () => isWanted && setFailed(true),
    );
    return () => {
      isWanted = false;
    };
  }, [of, attempt]);
  return { text: loaded?.of === of ? loaded.text : null, failed, retry: () => setAttempt(attempt + 1) };
}

interface PieceProps {
  block: Block;
  text: RulesText;
  of: RulesPageProps["of"];
  system: System | null;
}

function Piece({ block, text, of, system }: PieceProps) {
  const { reach, references } = TOLD[of.system];
  const told = (line: Line) => tell(line, system?.options_in_force ?? {});
  if (typeof block === "string" || "say" in block) {
    const paragraph = told(block);
    return paragraph === "" ? null : <p>{cited(paragraph, text, of)}</p>;
  }
  if ("list" in block || "steps" in block) {
    const List = "list" in block ? "ul" : "ol";
    const lines = "list" in block ? block.list : block.steps;
    const said = lines.map(told).filter((line) => line !== "");
    return (
      <List>
        {said.map((line) => (
          <li key={line}>{cited(line, text, of)}</li>
        ))}
      </List>
    );
  }
  if ("show" in block && block.show === "references") return <References text={text} references={references} />;
  if (system === null) return null;
  if ("board" in block) return <EmptyBoard system={system} caption={told(block.board)} />;
  if ("diagrams" in block) {
    return (
      <div class="rules-diagrams">
        {block.diagrams.map(({ sketch, caption }, index) => (
          <Diagram
            key={index}
            system={system}
            sketch={sketch}
            reached={reach(system, sketch)}
            caption={told(caption)}
          />
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

function References({ text, references }: { text: RulesText; references: readonly Reference[] }) {
  return (
    <ol>
      {references.map(({ cite, lang, href }, index) => (
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
function cited(line: string, text: RulesText, of: RulesOf): ComponentChildren[] {
  return line.split(CITATION).map((part, index) =>
    index % 2 === 0
      ? part
      : part.split(",").map((number) => (
          <Link
            key={number}
            class="rules-cite"
            href={`${rulesAddress(of, "references")}#ref-${number}`}
            aria-label={text.cite(number)}
          >
            [{number}]
          </Link>
        )),
  );
}
