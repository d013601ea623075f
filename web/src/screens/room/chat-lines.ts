/** What was said in a room, kept in step with the server. */

import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { ChatLine } from "../../api/social";
import { social } from "../../parts/client";
import { blockChanges } from "../../parts/people-deeds";
import type { Seated } from "./seated";

/** Without a socket nothing comes by itself. */
const LOOK_EVERY = 5_000;
/** The last line read in each room, for as long as the page is open. */
const readUpTo = new Map<string, string>();

export interface ChatLines {
  lines: readonly ChatLine[];
  isLoaded: boolean;
  hasFailed: boolean;
  /** Lines of others since the panel was last open. */
  unread: number;
  read: () => void;
  add: (line: ChatLine) => void;
  /** Ask for all of it again. */
  again: () => void;
}

/** `heard` is told of each line that others say while the page is open. */
export function useChatLines({ room, store, snapshot }: Seated, heard: (line: ChatLine) => void): ChatLines {
  const { slug } = room;
  const [lines, setLines] = useState<readonly ChatLine[]>([]);
  const [state, setState] = useState<"loading" | "loaded" | "failed">("loading");
  const [read, setRead] = useState(readUpTo.get(slug) ?? "");
  const listener = useRef(heard);
  listener.current = heard;

  const again = useCallback(() => {
    social.chat(slug).then(
      (all) => {
        setLines(all);
        setState("loaded");
      },
      () => setState((old) => (old === "loading" ? "failed" : old)),
    );
  }, [slug]);
  const add = useCallback((line: ChatLine) => setLines((old) => merged(old, line)), []);

  const connection = store.connection.value;
  const isOver = snapshot.phase === "over";
  // why: what was said before, while nobody listened, by who watched the match, and by who is blocked now or no longer
  useEffect(again, [again, connection === "open", isOver, blockChanges.value]);
  useEffect(() => {
    if (connection !== "polling") return;
    const timer = setInterval(again, LOOK_EVERY);
    return () => clearInterval(timer);
  }, [again, connection]);
  useEffect(
    () =>
      store.onRoom((frame) => {
        if (frame.type === "chat.said") {
          const line = frame.message as ChatLine;
          add(line);
          if (!line.yours) listener.current(line);
        }
        if (frame.type === "chat.deleted") setLines((old) => old.map((each) => emptied(each, frame.message)));
      }),
    [store, add],
  );

  const last = lines.at(-1)?.id ?? "";
  return {
    lines,
    isLoaded: state === "loaded",
    hasFailed: state === "failed",
    unread: lines.filter((line) => !line.yours && !line.deleted && line.id > read).length,
    read: useCallback(() => {
      readUpTo.set(slug, last);
      setRead(last);
    }, [slug, last]),
    add,
    again,
  };
}

/** Lines in a row that say the same, as one. */
export interface Said {
  /** The newest of them. */
  line: ChatLine;
  times: number;
}

export function collapsed(lines: readonly ChatLine[]): Said[] {
  const all: Said[] = [];
  for (const line of lines) {
    const last = all.at(-1);
    if (last && isSame(last.line, line)) all[all.length - 1] = { line, times: last.times + 1 };
    else all.push({ line, times: 1 });
  }
  return all;
}

function isSame(one: ChatLine, other: ChatLine): boolean {
  const content = ({ yours, seat, player, preset, text, deleted }: ChatLine) =>
    JSON.stringify([yours, seat, player?.name, preset, text, deleted]);
  return content(one) === content(other);
}

/** Ids grow with time. */
function merged(lines: readonly ChatLine[], line: ChatLine): readonly ChatLine[] {
  return [...lines.filter(({ id }) => id !== line.id), line].sort((a, b) => (a.id < b.id ? -1 : 1));
}

function emptied(line: ChatLine, id: unknown): ChatLine {
  return line.id === id ? { ...line, text: null, preset: null, deleted: true } : line;
}
