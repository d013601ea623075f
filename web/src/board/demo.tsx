/**
 * The board by itself, for development: `npx vite`, then
 * `/src/board/demo.html?mode=3d|2d|buttons&near=second&view=top&theme=dark&state=layout|play|end&lang=en`.
 */

import { render } from "preact";
import { useState } from "preact/hooks";
import type { Kind, Piece, Side, Square, System } from "../game/types";
import { Board } from "./board";
import fixture from "./gunjin.fixture.json";
import type { BoardMode, Target, Viewpoint } from "./props";
import { sample } from "./sample";

const system = fixture as unknown as System;
const query = new URLSearchParams(location.search);
const near: Side = query.get("near") === "second" ? "second" : "first";
const state = query.get("state") ?? "play";
document.body.className = query.get("theme") ?? "light";

const symbols = new Map(system.kinds.map((kind) => [kind.key, kind.symbol]));
const english = (kind: Kind) =>
  kind
    .replace("lt_", "Lt ")
    .replace("maj_", "Maj ")
    .replace("second_", "2nd ")
    .replace(/^./, (one) => one.toUpperCase());
const face = (kind: Kind) => (query.get("lang") === "en" ? english(kind) : (symbols.get(kind) ?? kind));

function Demo() {
  const [pieces, setPieces] = useState<readonly Piece[]>(() => sample(system, near, state === "end"));
  const [selected, setSelected] = useState<Square | null>(query.get("selected") ?? null);
  const [last, setLast] = useState<readonly [Square, Square] | null>(state === "play" ? ["c5", "c4"] : null);
  const [view, setView] = useState<Viewpoint>(query.get("view") === "top" ? "top" : "slanted");
  const at = (square: Square) => pieces.find((piece) => piece.square === square);
  const targets = selected === null || state === "layout" ? [] : reach(selected, at);

  const go = (from: Square, to: Square) => {
    const [mover, other] = [at(from), at(to)];
    if (!mover) return;
    if (state === "layout") {
      setPieces(
        pieces.map((one) =>
          one === mover && other ? { ...one, kind: other.kind } : one === other ? { ...one, kind: mover.kind } : one,
        ),
      );
    } else {
      const wins = query.get("wins") ?? "attacker";
      setPieces(
        pieces.flatMap((one) => {
          if (one === mover) return other && wins !== "attacker" ? [] : [{ ...one, square: to, moved: true }];
          if (one === other) return wins === "defender" ? [one] : [];
          return [one];
        }),
      );
      setLast([from, to]);
    }
    setSelected(null);
  };
  const onSquare = (square: Square) => {
    document.body.dataset.tapped = square;
    if (selected === null) setSelected(at(square)?.kind ? square : null);
    else if (selected === square) setSelected(null);
    else if (state === "layout" || targets.some((one) => one.square === square)) go(selected, square);
    else setSelected(at(square)?.kind ? square : null);
  };
  return (
    <Board
      mode={(query.get("mode") as BoardMode) ?? "3d"}
      viewpoint={view}
      onViewpoint={setView}
      system={system}
      pieces={pieces}
      near={near}
      viewer={near}
      selected={selected}
      targets={targets}
      last={last}
      guesses={{ b6: "mine", d7: "plane", b3: "mine", d2: "plane" }}
      kindName={face}
      face={face}
      label={(square) => `${square} ${at(square)?.kind ?? (at(square) ? "piece" : "")}`}
      disabled={query.has("disabled")}
      onSquare={onSquare}
      onGrab={(from) => state !== "layout" && setSelected(from)}
      onDrag={(from, to) => {
        document.body.dataset.dragged = `${from}-${to}`;
        if (state === "layout" || reach(from, at).some((one) => one.square === to)) go(from, to);
        else setPieces([...pieces]);
      }}
      words={{ board: "棋盘", slanted: "斜视角", top: "俯视角" }}
    />
  );
}

function reach(from: Square, at: (square: Square) => Piece | undefined): Target[] {
  const side = at(from)?.side;
  return system.edges.flatMap(([one, two]) => {
    const to = one === from ? two : two === from ? one : null;
    const there = to === null ? undefined : at(to);
    return to === null || there?.side === side ? [] : [{ square: to, attack: there !== undefined }];
  });
}

const app = document.getElementById("app");
if (app) {
  render(<Demo />, app);
  // For looking at what is left in memory.
  addEventListener("unmount", () => render(null, app));
}
