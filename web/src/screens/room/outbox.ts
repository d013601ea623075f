/** A line of the chat on its way to the server, and what becomes of it. */

import { useEffect, useRef, useState } from "preact/hooks";
import type { ChatLine, Saying } from "../../api/social";
import type { Problem } from "../../game/contracts";
import { newId, problemOf, social } from "../../parts/client";
import type { Seated } from "./seated";

interface Sending {
  /** Of the line: under it the server says it once, however often it is sent. */
  id: string;
  said: Saying;
}

/** No answer: the line may have been said, or not. */
const LOST: ReadonlySet<string> = new Set(["network", "offline", "unavailable"]);
const AGAIN_AFTER = 3_000;
/** By room, for as long as the page is open: the chat is drawn anew with every match. */
const unsent = new Map<string, Sending>();

export interface Outbox {
  /** One line at a time, so that they arrive in order. */
  sending: Saying | null;
  /** The connection was lost meanwhile; the line is sent again until there is an answer. */
  isLate: boolean;
  refusal: Problem | null;
  /** While a line is late, it is that one which is tried again. */
  say: (said: Saying) => void;
}

export function useOutbox({ room: { slug }, store }: Seated, arrived: (line: ChatLine, said: Saying) => void): Outbox {
  const [sending, setSending] = useState<Sending | null>(unsent.get(slug) ?? null);
  const [lost, setLost] = useState(sending === null ? 0 : 1);
  const [refusal, setRefusal] = useState<Problem | null>(null);
  const isAsking = useRef(false);
  const listener = useRef(arrived);
  listener.current = arrived;

  async function send(line: Sending): Promise<void> {
    if (isAsking.current) return;
    isAsking.current = true;
    unsent.set(slug, line);
    setSending(line);
    setRefusal(null);
    try {
      listener.current(await social.say(slug, line.said, line.id), line.said);
      close(null);
    } catch (error) {
      const problem = problemOf(error);
      if (LOST.has(problem.code)) setLost((times) => times + 1);
      else close(problem);
    } finally {
      isAsking.current = false;
    }
  }

  function close(problem: Problem | null): void {
    unsent.delete(slug);
    setSending(null);
    setLost(0);
    setRefusal(problem);
  }

  const connection = store.connection.value;
  const isUp = connection === "open" || connection === "polling";
  const isLate = sending !== null && lost > 0;
  // why: as soon as the connection is back, and else now and then
  useEffect(() => {
    if (isLate && isUp) void send(sending);
  }, [isUp]);
  useEffect(() => {
    if (!isLate) return undefined;
    const timer = setTimeout(() => void send(sending), AGAIN_AFTER);
    return () => clearTimeout(timer);
  }, [isLate, lost]);

  return {
    sending: sending?.said ?? null,
    isLate,
    refusal,
    say: (said) => {
      if (sending === null || isLate) void send(sending ?? { id: newId(), said });
    },
  };
}
