import { paintOf } from "../board/look";
import type { Side, System, View } from "../game/types";
import { colourName, sideName, useWords } from "../words";
import { useGameWords } from "./client";
import { PAINT_CLASS } from "./paint";

interface CapturedProps {
  system: System;
  view: View;
  own: Side | null;
}

/** Pieces removed: the own ones by name, the others as a number, unless everything is revealed. */
export function Captured({ system, view, own }: CapturedProps) {
  const words = useWords();
  const mine = own === null ? null : (view.flip?.colours[own] ?? own);
  const owners = Object.keys(view.removed);
  return (
    <div class={owners.length > 2 ? "captured many" : "captured"}>
      {[...owners]
        .sort((a, b) => Number(b === mine) - Number(a === mine))
        .map((owner) => (
          <CapturedSide key={owner} system={system} view={view} owner={owner} title={titleOf(owner)} />
        ))}
    </div>
  );

  function titleOf(owner: string): string {
    if (owner === mine) return words.play.capturedOwn;
    const isAlly = own !== null && system.teams?.some((team) => team.includes(own) && team.includes(owner));
    if (isAlly) return words.play.capturedAlly;
    if (mine !== null && owners.length === 2 && owners.includes(mine)) return words.play.capturedEnemy;
    return words.app.caption(words.play.capturedSide(colourName(words, owner) ?? sideName(words, owner)));
  }
}

interface CapturedSideProps {
  system: System;
  view: View;
  /** A side, or a colour. */
  owner: string;
  title: string;
}

function CapturedSide({ system, view, owner, title }: CapturedSideProps) {
  const words = useWords();
  const game = useGameWords();
  const { count, kinds } = view.removed[owner] ?? { count: 0, kinds: null };
  const isColour = system.colours?.includes(owner) ?? false;
  const tone = `chip ${PAINT_CLASS[paintOf(system, isColour ? { side: null, army: owner } : { side: owner })]}`;
  return (
    <div>
      <h2 class="small soft">{title}</h2>
      <div class="kinds">
        {count === 0 && <span class="soft small">{words.play.capturedNone}</span>}
        {count > 0 && kinds === null && <span class={tone}>{words.play.capturedCount(count)}</span>}
        {kinds &&
          system.kinds
            .map((kind) => ({ kind: kind.key, times: kinds.filter((each) => each === kind.key).length }))
            .filter(({ times }) => times > 0)
            .map(({ kind, times }) => (
              <span key={kind} class={tone}>
                {times > 1 ? words.play.kindTimes(game.kind(kind), times) : game.kind(kind)}
              </span>
            ))}
      </div>
    </div>
  );
}
