import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { api, problemOf } from "../../parts/client";
import { Levels } from "../../parts/level";
import { Panel } from "../../parts/panel";
import { toastProblem } from "../../parts/problem";
import { useWords } from "../../words";
import type { Seated } from "./seated";

/** What a refusal means here, where the general words would mislead. */
const MEANT: Readonly<Record<string, string>> = {
  "in-progress": "still-there",
  "wrong-phase": "still-there",
  forbidden: "host-fills",
};

interface CallComputersProps {
  seated: Pick<Seated, "room" | "setRoom" | "refreshRoom">;
  title: string;
  children?: ComponentChildren;
}

/** Asks for a level, and puts computers on the seats that are free or whose players are gone. */
export function CallComputers({ seated, title, children }: CallComputersProps) {
  const { room, setRoom, refreshRoom } = seated;
  const words = useWords();
  const [busy, setBusy] = useState(false);
  const call = async (level: string) => {
    setBusy(true);
    try {
      setRoom(await api.playComputer(room.slug, level));
    } catch (error) {
      const problem = problemOf(error);
      toastProblem(words, { ...problem, code: MEANT[problem.code] ?? problem.code }, () => void call(level));
      refreshRoom();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Panel title={title}>
      {children && <p class="small">{children}</p>}
      <Levels onChoose={call} disabled={busy} />
    </Panel>
  );
}
