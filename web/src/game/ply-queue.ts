/** Shows what happened one ply after the other: an answer that comes at once would cover the ply before it. */

import type { EventData } from "./types";

/** One version of a match; `data` is null where this audience may not see what happened. */
export interface Happened {
  readonly data: EventData | null;
  readonly version: number;
}

/** How long a ply is on the board, in ms, before its result may be told and before the next one may follow. */
export interface PlyTime {
  readonly clash: number;
  readonly whole: number;
}

export interface PlyQueueDeps {
  /** Must depend on nothing but whether there was a battle: the length of a ply is seen by everybody. */
  timeOf(isBattle: boolean): PlyTime;
  show(happened: Happened): void;
  /** The result of everything shown may be told now. */
  tell(): void;
}

export interface PlyQueue {
  /** Shown at once when the ply before it had its time; when another ply waits already, both are shown at once. */
  add(happened: Happened): void;
  /** Something waits, and the result of the ply before it was told. */
  readonly isBehind: boolean;
  /** Shows all that waits, and lets what comes next be shown at once too. */
  catchUp(): void;
  /** Forgets what waits, for something newer is shown. */
  clear(): void;
}

type Timer = ReturnType<typeof setTimeout> | undefined;

export function createPlyQueue({ timeOf, show, tell }: PlyQueueDeps): PlyQueue {
  let waiting: Happened[] = [];
  let clash: Timer;
  let rest: Timer;

  function settle(): void {
    clearTimeout(clash);
    clash = undefined;
    tell();
  }

  function showOne(happened: Happened): void {
    settle();
    show(happened);
    if (happened.data?.type !== "ply") return settle();
    const { clash: untilClash, whole } = timeOf(happened.data.battle !== null);
    clash = setTimeout(settle, untilClash);
    clearTimeout(rest);
    rest = setTimeout(goOn, whole);
  }

  /** Until a ply takes its time. */
  function goOn(): void {
    rest = undefined;
    while (waiting.length > 0 && rest === undefined) showOne(waiting.shift() as Happened);
  }

  function showAll(): void {
    const all = waiting;
    waiting = [];
    for (const each of all) showOne(each);
  }

  function stop(): void {
    clearTimeout(rest);
    rest = undefined;
  }

  return {
    add(happened) {
      const isCrowded = happened.data?.type === "ply" && waiting.some(({ data }) => data?.type === "ply");
      waiting.push(happened);
      if (isCrowded) showAll();
      else if (rest === undefined) goOn();
    },
    get isBehind() {
      return waiting.length > 0 && clash === undefined;
    },
    catchUp() {
      showAll();
      stop();
    },
    clear() {
      waiting = [];
      clearTimeout(clash);
      clash = undefined;
      stop();
    },
  };
}
