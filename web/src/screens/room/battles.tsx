import { useState } from "preact/hooks";
import type { MatchStore } from "../../game/contracts";
import { asRecord } from "../../game/replay";
import type { ToldPly } from "../../game/told";
import { api } from "../../parts/client";
import { useLoaded } from "../../parts/load";
import { Panel } from "../../parts/panel";
import { ProblemCard } from "../../parts/problem";
import { plyText, type Teller, useWords } from "../../words";

/** The battles so far, as they were told to this seat. */
export function BattlesPanel({ store, teller }: { store: MatchStore; teller: Teller }) {
  const { play: words } = useWords();
  const [open, setOpen] = useState(false);
  const number = store.told.value?.ply_count ?? 0;
  return (
    <Panel title={words.battles} open={open} onToggle={setOpen}>
      {open && <Lines plies={store.plies.value.filter((ply) => ply.number <= number)} teller={teller} />}
    </Panel>
  );
}

/** After the end: every battle with both kinds, as the record has them. */
export function RecordedBattles({ match, teller }: { match: string; teller: Teller }) {
  const { play: words } = useWords();
  const [open, setOpen] = useState(false);
  const plies = useLoaded(open ? match : null, async () => asRecord(await api.record(match))?.plies ?? []);
  return (
    <Panel title={words.battles} open={open} onToggle={setOpen}>
      {plies.value && <Lines plies={plies.value} teller={{ ...teller, isOver: true }} />}
      {plies.problem && <ProblemCard inside problem={plies.problem} again={plies.again} />}
    </Panel>
  );
}

/** The newest first. */
function Lines({ plies, teller }: { plies: readonly ToldPly[]; teller: Teller }) {
  const words = useWords();
  const battles = plies.filter((ply) => ply.battle).reverse();
  return (
    <ol class="lines">
      {battles.length === 0 && <li class="soft small">{words.play.noBattles}</li>}
      {battles.map((battle) => (
        <li key={battle.number} class="line">
          <span>{plyText(words, battle, teller)}</span>
          <span class="soft small tabular">{words.play.ply(battle.number)}</span>
        </li>
      ))}
    </ol>
  );
}
