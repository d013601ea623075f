import { useEffect, useState } from "preact/hooks";
import { Link } from "wouter-preact";
import { lastSquares, pieceAt, unseenFlags } from "../game/moves";
import { loadReplay, type Replay } from "../game/replay";
import { lastPlyOf } from "../game/told";
import type { Side, Square } from "../game/types";
import { Announcement } from "../parts/announcement";
import { Captured } from "../parts/captured";
import { api, problemOf, useTitle } from "../parts/client";
import { saveFile } from "../parts/file";
import { useLoaded } from "../parts/load";
import { ProblemCard, toastProblem } from "../parts/problem";
import { Segmented } from "../parts/segmented";
import { ShareButtons } from "../parts/share";
import { SystemWords } from "../parts/system-words";
import { TableFrame } from "../parts/table-frame";
import { Waiting } from "../parts/waiting";
import { outcomeText, plyText, sideName, tellerFor, useWords } from "../words";
import { ReplayControls } from "./replay-controls";
import { ReplayThoughts } from "./replay-thoughts";
import { WinTablePanel } from "./room/play-panels";

const ALL = "all";

/** A finished match, ply by ply, with everything shown or as a seat knew it. */
export function ReplayScreen({ match }: { match: string }) {
  const [eyes, setEyes] = useState<string>(ALL);
  const replay = useLoaded(`${match} ${eyes}`, () => loadReplay(api, match, eyes === ALL ? null : eyes));
  const seat = useLoaded(match, () => ownSeat(match));
  const [shown, setShown] = useState(replay.value);

  // why: the old view stays until the new one is there, so that nothing jumps
  useEffect(() => {
    if (replay.value) setShown(replay.value);
  }, [replay.value]);

  if (replay.problem && !shown) return <ProblemCard problem={replay.problem} again={replay.again} />;
  if (!shown || !seat.value) return <Waiting />;
  return (
    <SystemWords key={shown.system.key} system={shown.system.key} fallback={<Waiting />}>
      <Shown match={match} replay={shown} seat={seat.value} eyes={eyes} setEyes={setEyes} />
    </SystemWords>
  );
}

interface ShownProps {
  match: string;
  replay: Replay;
  /** Where the viewer sat. */
  seat: { side: Side | null };
  eyes: string;
  setEyes: (eyes: string) => void;
}

function Shown({ match, replay, seat, eyes, setEyes }: ShownProps) {
  const words = useWords();
  const [at, setAt] = useState(0);
  const [explains, setExplains] = useState(false);
  const [looked, setLooked] = useState<Square | null>(null);
  const thoughts = useLoaded(explains ? match : null, () => api.thoughts(match));
  useTitle(words.replay.title);

  const { system, views, computer } = replay;
  const total = views.length - 1;
  const number = Math.min(at, total);
  const view = views[number];
  if (!view) return <Unfinished />;

  const own = eyes === ALL ? null : eyes;
  const piece = explains ? (view.pieces.find((each) => each.origin === looked) ?? null) : null;
  const last = lastPlyOf(view);
  const side = views[number - 1]?.turn ?? null;
  // why: nobody is "you" here, whoever's knowledge is shown
  const teller = tellerFor(words, { system, seats: [], own: null, shared: false });
  const near = own ?? seat.side ?? system.sides[0] ?? null;
  /** As `own`, where that was the viewer. */
  const mine = own === seat.side ? own : null;
  const position = number === 0 ? words.replay.initial : words.replay.position(number, total);
  const ending = view.outcome ? outcomeText(words, view.outcome, system.sides, mine) : null;
  const download = () =>
    api.record(match).then(
      (record) => saveFile(`gyoji-${match}.json`, record),
      (error: unknown) => toastProblem(words, problemOf(error), download),
    );
  return (
    <TableFrame
      stage="replay"
      title={null}
      focusKey={match}
      spec={{
        ...{ system, pieces: view.pieces, own, near, last: lastSquares(view), flags: unseenFlags(view) },
        ...{ selected: piece?.square ?? null, targets: [], guesses: {}, disabled: !explains },
        onSquare: (square) => setLooked(pieceAt(view, square)?.origin ?? null),
      }}
    >
      <h1 class="unseen">{words.replay.title}</h1>
      <Announcement
        now={ending ? words.replay.ended(position, ending.title) : position}
        last={last && [{ key: number, text: plyText(words, { ...last, side }, teller) }]}
      />
      <ReplayControls number={number} total={total} onGo={setAt} />
      {computer && (
        <ReplayThoughts {...{ system, own, views, number, piece, thoughts, open: explains, onToggle: setExplains }} />
      )}
      <Segmented
        lettingGo
        legend={words.replay.viewpoint}
        value={eyes}
        choices={[
          { value: ALL, label: words.replay.revealed },
          ...system.sides.map((side) => ({ value: side, label: words.replay.asSide(sideName(words, side)) })),
        ]}
        onChange={setEyes}
      />
      <section class="panel">
        <div class="inside">
          <Captured system={system} view={view} own={mine} />
          {ending && <p>{ending.reason}</p>}
        </div>
      </section>
      <WinTablePanel system={system} />
      <section class="panel">
        <div class="inside">
          <h2>{words.replay.share}</h2>
          <ShareButtons url={location.href} title={words.lobby.shareTitle} text={words.replay.title} />
          <button type="button" class="button" onClick={() => void download()}>
            {words.replay.download}
          </button>
        </div>
      </section>
    </TableFrame>
  );
}

/** Where the viewer sat; nowhere in somebody else's match. */
function ownSeat(match: string): Promise<{ side: Side | null }> {
  return api.snapshot(match).then(
    ({ audience }) => ({ side: audience === "watch" ? null : audience }),
    () => ({ side: null }),
  );
}

/** The match still runs, or nobody moved in it. */
function Unfinished() {
  const words = useWords();
  return (
    <main id="content" class="content narrow">
      <section class="letter">
        <h1>{words.replay.title}</h1>
        <p>{words.replay.notFinished}</p>
        <Link href="/history" class="button main">
          {words.nav.history}
        </Link>
      </section>
    </main>
  );
}
