import { useRef, useState } from "preact/hooks";
import type { PortableLayout, SavedLayout } from "../game/contracts";
import type { System } from "../game/types";
import { api, problemOf, useTitle } from "../parts/client";
import { Dialog } from "../parts/dialog";
import { saveFile } from "../parts/file";
import { GameBoard } from "../parts/game-board";
import { GameChoice, useChosenGame } from "../parts/game-choice";
import { useLoaded } from "../parts/load";
import { ProblemCard, toastProblem } from "../parts/problem";
import { SystemWords } from "../parts/system-words";
import { showToast } from "../parts/toast";
import { Waiting } from "../parts/waiting";
import { useWords } from "../words";
import { attempt } from "./room/deeds";
import { useSystem } from "./system";

type Wish = { type: "rename" | "delete"; layout: SavedLayout } | null;

/** The player's saved layouts. */
export function LayoutsScreen() {
  const { system } = useChosenGame();
  return (
    <SystemWords key={system} system={system} fallback={<Waiting />}>
      <SavedOf key={system} game={system} />
    </SystemWords>
  );
}

function SavedOf({ game }: { game: string }) {
  const words = useWords();
  const system = useSystem(game);
  const side = system.value?.sides[0];
  const saved = useLoaded(side ? `layouts ${game} ${side}` : null, () => api.savedLayouts(game, side ?? ""));
  const [wish, setWish] = useState<Wish>(null);
  const file = useRef<HTMLInputElement>(null);
  useTitle(words.layouts.title);

  const problem = system.problem ?? saved.problem;
  if (problem && !saved.value)
    return <ProblemCard problem={problem} again={system.problem ? system.again : saved.again} />;
  if (!system.value || !saved.value) return <Waiting />;

  const exportAll = async () => saveFile("gyoji-layouts.json", await api.exportLayouts());
  const importFile = async (chosen: File | undefined) => {
    if (!chosen) return;
    try {
      await api.importLayouts(JSON.parse(await chosen.text()) as PortableLayout[]);
      saved.again();
    } catch (error) {
      toastProblem(words, error instanceof SyntaxError ? { code: "bad-request", detail: "" } : problemOf(error));
    }
  };
  return (
    <main id="content" class="content stack">
      <h1>{words.layouts.title}</h1>
      <GameChoice withVariants={false} />
      {saved.value.length === 0 && <p class="soft">{words.layouts.empty}</p>}
      <ul class="gallery">
        {saved.value.map((layout) => (
          <Card key={layout.id} system={system.value as System} layout={layout} onWish={setWish} />
        ))}
      </ul>
      <div class="row">
        <button type="button" class="button" onClick={() => attempt(words, exportAll())}>
          {words.layouts.export}
        </button>
        <button type="button" class="button" onClick={() => file.current?.click()}>
          {words.layouts.import}
        </button>
        <input
          ref={file}
          type="file"
          accept="application/json,.json"
          hidden
          onChange={(event) => {
            void importFile(event.currentTarget.files?.[0]);
            event.currentTarget.value = "";
          }}
        />
      </div>
      <WishDialog key={wish?.layout.id ?? ""} wish={wish} onClose={() => setWish(null)} onDone={saved.again} />
    </main>
  );
}

interface CardProps {
  system: System;
  layout: SavedLayout;
  onWish: (wish: Wish) => void;
}

function Card({ system, layout, onWish }: CardProps) {
  const words = useWords();
  const side = system.sides[0] ?? null;
  const name = layout.is_last ? words.layouts.lastUsed : layout.name;
  const pieces = Object.entries(layout.pieces).map(([square, kind]) => ({
    ...{ square, kind, side: side ?? "", origin: square, moved: false },
  }));
  return (
    <li class="panel card">
      <div class="half-board" role="img" aria-label={words.layouts.preview(name)}>
        <div inert>
          <GameBoard
            flat
            spec={{
              ...{
                system,
                pieces,
                near: side,
                part: side,
                own: side,
                selected: null,
                targets: [],
                last: null,
                guesses: {},
              },
              disabled: true,
              onSquare: () => undefined,
            }}
          />
        </div>
      </div>
      <div class="inside">
        <h2>{name}</h2>
        <p class="soft small">{words.layouts.updated(words.app.date(new Date(layout.updated_at)))}</p>
        <div class="row">
          {!layout.is_last && (
            <button type="button" class="button" onClick={() => onWish({ type: "rename", layout })}>
              {words.app.rename}
            </button>
          )}
          <button type="button" class="button" onClick={() => onWish({ type: "delete", layout })}>
            {words.app.delete}
          </button>
        </div>
      </div>
    </li>
  );
}

function WishDialog({ wish, onClose, onDone }: { wish: Wish; onClose: () => void; onDone: () => void }) {
  const words = useWords();
  const [name, setName] = useState(wish?.layout.name ?? "");
  const isRename = wish?.type === "rename";
  const shown = wish?.layout.name || words.layouts.lastUsed;

  const run = async () => {
    if (!wish) return;
    const wanted = name.trim();
    if (isRename && wanted === "") {
      showToast(words.layout.nameNeeded, { bad: true });
      return;
    }
    onClose();
    const deed = isRename ? api.renameLayout(wish.layout.id, wanted) : api.deleteLayout(wish.layout.id);
    const done = await attempt(
      words,
      deed.then(() => undefined),
    );
    if (!done) return;
    showToast(isRename ? words.layouts.renamed(wanted) : words.layouts.deleted(shown));
    onDone();
  };
  return (
    <Dialog
      open={wish !== null}
      title={isRename ? words.layouts.rename : words.layouts.deleteTitle(shown)}
      closeLabel={words.app.close}
      onClose={onClose}
      actions={
        <>
          <button type="button" class="button" onClick={onClose}>
            {words.app.cancel}
          </button>
          <button type="button" class={isRename ? "button main" : "button danger"} onClick={run}>
            {isRename ? words.app.rename : words.app.delete}
          </button>
        </>
      }
    >
      {isRename ? (
        <label class="field">
          <span>{words.layout.name}</span>
          <input class="input" value={name} maxLength={50} onInput={(event) => setName(event.currentTarget.value)} />
        </label>
      ) : (
        <p>{words.layouts.deleteText}</p>
      )}
    </Dialog>
  );
}
