import type { ComponentChildren } from "preact";
import type { Phase } from "../game/types";
import { useWords } from "../words";
import { useKeptFocus } from "./focus";
import { type BoardSpec, GameBoard } from "./game-board";
import { TableToasts } from "./toast";

/** How much of a phone's first screen the board leaves to the rest. */
const TABLE_IN: Readonly<Record<Phase | "replay", string>> = {
  layout: "table laying-out",
  playing: "table",
  over: "table ended",
  replay: "table replaying",
};

interface TableFrameProps {
  stage: Phase | "replay";
  /** Heard only; null: one of the children is the heading. */
  title: string | null;
  spec: BoardSpec;
  /** Whenever it changes, the board is on the screen and takes a focus that was lost. */
  focusKey: string;
  children: ComponentChildren;
}

/** A board and, beside it, what belongs to it. */
export function TableFrame({ stage, title, spec, focusKey, children }: TableFrameProps) {
  const { app } = useWords();
  const place = useKeptFocus(focusKey);
  return (
    <main id="content" class="content at-table">
      <div class={TABLE_IN[stage]}>
        {title !== null && <h1 class="unseen">{title}</h1>}
        <div class="board-place" ref={place} tabIndex={-1}>
          <GameBoard spec={spec} />
        </div>
        <div class="side">
          <TableToasts closeLabel={app.close} />
          {children}
        </div>
      </div>
    </main>
  );
}
