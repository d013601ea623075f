/**
 * The board by itself, for development: `npx vite`, then
 * `/src/board/demo.html?board=gunjin|dark|flip|four&mode=3d|2d|buttons&near=second&view=top&theme=dark
 * &state=layout|play|end&lang=en&part&selected=a1&wins=attacker|defender|none`.
 */

import { render } from "preact";
import { useState } from "preact/hooks";
import type { Kind, Piece, Side, Square } from "../game/types";
import { en } from "../words/en";
import { luzhanqi } from "../words/luzhanqi/en";
import { Board } from "./board";
import { planOf, wayShown } from "./drawings";
import type { BoardMode, Target, Viewpoint } from "./props";
import { type Sample, sample, sampleSystem } from "./sample";

const query = new URLSearchParams(location.search);
const board = (query.get("board") ?? "gunjin") as Sample;
const system = sampleSystem(board);
const near: Side = query.get("near") ?? system.sides[0] ?? "";
const state = query.get("state") ?? "play";
const LASTS: Readonly<Record<Sample, readonly [Square, Square]>> = {
  gunjin: ["c5", "c4"],
  dark: ["a6", "a8"],
  flip: ["a6", "a8"],
  four: ["Se6", "Ea3"],
};
document.body.className = query.get("theme") ?? "light";

const symbols = new Map(system.kinds.map((kind) => [kind.key, kind.symbol]));
const english: Readonly<Record<string, string>> = board === "gunjin" ? en.gunjin.faces : luzhanqi.faces;
const face = (kind: Kind) => (query.get("lang") === "en" ? english[kind] : symbols.get(kind)) ?? kind;

function Demo() {
  const [pieces, setPieces] = useState<readonly Piece[]>(() => sample(system, near, state === "end", board));
  const [selected, setSelected] = useState<Square | null>(query.get("selected") ?? null);
  const [last, setLast] = useState<readonly [Square, Square] | null>(state === "play" ? LASTS[board] : null);
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
          if (one === mover)
            return wins === "none" ? [one] : other && wins !== "attacker" ? [] : [{ ...one, square: to, moved: true }];
          if (one === other) return wins === "defender" || wins === "none" ? [{ ...one }] : [];
          return [one];
        }),
      );
      setLast([from, to]);
    }
    setSelected(null);
  };
  const turnUp = (square: Square) => {
    setPieces(
      pieces.map((one) => (one.square === square ? { ...one, side: near, army: "blue", kind: "general" } : one)),
    );
    setLast([square, square]);
  };
  const onSquare = (square: Square) => {
    document.body.dataset.tapped = square;
    if (selected === null && at(square)?.side === null) return turnUp(square);
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
      part={query.has("part") ? near : null}
      viewer={near}
      selected={selected}
      targets={targets}
      last={last}
      guesses={{ b6: "mine", d7: "plane", b3: "mine", d2: "plane", b7: "bomb", c11: "mine", Nb6: "bomb", Wc4: "mine" }}
      flags={board === "gunjin" || state === "layout" ? [] : ["d12", "Nb1", "a8"]}
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
      words={{ board: "棋盘", slanted: "斜视角", top: "俯视角", nearer: "放大", whole: "全部" }}
    />
  );
}

function reach(from: Square, at: (square: Square) => Piece | undefined): Target[] {
  const side = at(from)?.side;
  if (system.rails) return ride(from, at);
  return system.edges.flatMap(([one, two]) => {
    const to = one === from ? two : two === from ? one : null;
    const there = to === null ? undefined : at(to);
    return to === null || there?.side === side ? [] : [{ square: to, attack: there !== undefined }];
  });
}

/** By road to a neighbour, or straight along a rail. */
function ride(from: Square, at: (square: Square) => Piece | undefined): Target[] {
  const side = at(from)?.side;
  const near = system.edges.flatMap(([one, two]) => (one === from ? [two] : two === from ? [one] : []));
  const plan = planOf(system, null);
  const far = (system.lines ?? [])
    .flatMap((line) => (line.includes(from) ? line : []))
    .filter((to) => {
      const pieces = system.squares.flatMap(({ name }) => at(name) ?? []);
      return to !== from && wayShown(plan, { pieces }, [from, to]).length > 2;
    });
  return [...new Set([...near, ...far])].flatMap((square) => {
    const there = at(square);
    return there?.side === side ? [] : [{ square, attack: there !== undefined }];
  });
}

const app = document.getElementById("app");
if (app) {
  render(<Demo />, app);
  // For looking at what is left in memory.
  addEventListener("unmount", () => render(null, app));
}
