import type { Side, System, View } from "../game/types";
import { sideName, useWords } from "../words";
import { useGameWords } from "./client";

/** Pieces removed: the own ones by name, the others as a number, unless everything is revealed. */
export function Captured({ system, view, own }: { system: System; view: View; own: Side | null }) {
  const words = useWords();
  const sides = own === null ? system.sides : [own, ...system.sides.filter((side) => side !== own)];
  return (
    <div class="captured">
      {sides.map((side) => (
        <CapturedSide key={side} system={system} view={view} side={side} title={titleOf(side)} />
      ))}
    </div>
  );

  function titleOf(side: Side): string {
    if (own === null) return words.app.caption(words.play.capturedSide(sideName(words, side)));
    return side === own ? words.play.capturedOwn : words.play.capturedEnemy;
  }
}

interface CapturedSideProps {
  system: System;
  view: View;
  side: Side;
  title: string;
}

function CapturedSide({ system, view, side, title }: CapturedSideProps) {
  const words = useWords();
  const game = useGameWords();
  const { count, kinds } = view.removed[side] ?? { count: 0, kinds: null };
  const tone = system.sides.indexOf(side) <= 0 ? "chip first" : "chip second";
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
