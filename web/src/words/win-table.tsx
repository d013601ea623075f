/** Who wins against whom, from the rules in force: by kind, and as a whole table. */

import { useState } from "preact/hooks";
import type { Kind, System, Verdict } from "../game/types";
import { gameWords } from "./game";
import { useWords } from "./index";
import "./win-table.css";

/** What a kind does to each other kind when they meet; a mine answers to what attacks it. */
export function meetings(system: System, kind: Kind): Readonly<Record<Verdict, readonly Kind[]>> {
  const { order, columns, rows } = system.win_table;
  const found: Record<Verdict, Kind[]> = { win: [], lose: [], both: [] };
  const row = rows[kind];
  if (row) {
    for (const other of columns) {
      const verdict = row[other];
      if (verdict) found[verdict].push(other);
    }
    return found;
  }
  const turned = { win: "lose", lose: "win", both: "both" } as const;
  for (const attacker of order) {
    const verdict = rows[attacker]?.[kind];
    if (verdict) found[turned[verdict]].push(attacker);
  }
  return found;
}

export function WinTable({ system }: { system: System }) {
  const words = useWords();
  const [isWhole, setWhole] = useState(false);
  const notes: Readonly<Record<string, string>> = words.winTable.notes;
  return (
    <div class="win-table">
      <div class="win-table-choice">
        <button type="button" aria-pressed={!isWhole} onClick={() => setWhole(false)}>
          {words.winTable.byKind}
        </button>
        <button type="button" aria-pressed={isWhole} onClick={() => setWhole(true)}>
          {words.winTable.whole}
        </button>
      </div>
      {isWhole ? <WholeTable system={system} /> : <ByKind system={system} />}
      <p class="win-table-note">{notes[system.key]}</p>
    </div>
  );
}

function ByKind({ system }: { system: System }) {
  const words = useWords();
  const { kind: nameOf } = gameWords(words, "own");
  const { columns } = system.win_table;
  const [chosen, setChosen] = useState<Kind>(columns[0] ?? "");
  const found = meetings(system, chosen);
  const lines = [
    [words.winTable.beats, found.win],
    [words.winTable.losesTo, found.lose],
    [words.winTable.together, found.both],
  ] as const;
  return (
    <>
      <label class="win-table-kind">
        <span>{words.winTable.choose}</span>
        <select value={chosen} onChange={(event) => setChosen(event.currentTarget.value)}>
          {columns.map((kind) => (
            <option key={kind} value={kind}>
              {words.app.caption(nameOf(kind))}
            </option>
          ))}
        </select>
      </label>
      <dl aria-live="polite">
        {lines.map(([label, kinds]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{kinds.length > 0 ? words.app.list(kinds.map(nameOf)) : words.winTable.none}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function WholeTable({ system }: { system: System }) {
  const words = useWords();
  const { kind: nameOf, face } = gameWords(words, "own");
  const { order, columns, rows } = system.win_table;
  const { marks } = words.winTable;
  const legend = (["win", "lose", "both"] as const).map((verdict) => `${marks[verdict]} ${words.winTable[verdict]}`);
  return (
    <>
      <p class="win-table-note">
        {words.winTable.caption} {words.app.list(legend)}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard */}
      {/* biome-ignore lint/a11y/useSemanticElements: a section inside the panel would be a landmark */}
      <div class="win-table-scroll" role="group" aria-label={words.winTable.title} tabIndex={0}>
        <table>
          <caption class="unseen">{words.winTable.title}</caption>
          <thead>
            <tr>
              <td />
              {columns.map((kind) => (
                <th key={kind} scope="col">
                  <abbr title={words.app.caption(nameOf(kind))}>{face(kind)}</abbr>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {order.map((attacker) => (
              <tr key={attacker}>
                <th scope="row" title={words.app.caption(nameOf(attacker))}>
                  <span class="win-table-face" aria-hidden="true">
                    {face(attacker)}
                  </span>
                  <span class="win-table-name unseen">{words.app.caption(nameOf(attacker))}</span>
                </th>
                {columns.map((defender) => {
                  const verdict = rows[attacker]?.[defender] ?? "both";
                  return (
                    <td key={defender} data-result={verdict}>
                      <span aria-hidden="true">{marks[verdict]}</span>
                      <span class="unseen">{words.winTable[verdict]}</span>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
