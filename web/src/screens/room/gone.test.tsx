// @vitest-environment happy-dom
import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { render } from "preact";
import { useState } from "preact/hooks";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ProblemError } from "../../api/problems";
import type { Room } from "../../game/contracts";
import type { Snapshot } from "../../game/types";
import { clearToasts, Toasts } from "../../parts/toast";
import { WordsContext } from "../../words";
import { en } from "../../words/en";
import { EndPanels } from "./end-panels";
import { GoOn } from "./go-on";
import { OpponentGone } from "./gone";
import type { Seated } from "./seated";

const services = vi.hoisted(() => ({ playComputer: vi.fn() }));
vi.mock("../../services", () => ({ api: services, openStore: () => undefined }));
vi.mock("./play-panels", () => ({ WinTablePanel: () => null }));
vi.mock("../../sound", () => ({ playSound: () => undefined }));

const START = Date.parse("2026-01-01T12:00:00Z");
const GRACE = 120;
const FOUR = ["south", "east", "north", "west"];
const OUTCOME = { winners: ["south", "north"], termination: "resigned" };
const FRIEND = { name: "Ann", kind: "guest", level: null };
const COMPUTER = { name: "Computer", kind: "bot", level: "beginner" };

/** A seat by what it is called; "away 30": not connected for 30 s. */
function seat(side: string, what: string, index: number): unknown {
  const seconds = what.startsWith("away") ? Number(what.slice(5)) : 0;
  return {
    number: index + 1,
    side,
    player: what === "free" ? null : what === "computer" ? COMPUTER : FRIEND,
    yours: what === "own",
    connected: seconds === 0,
    last_seen_at: new Date(START - 1000 * seconds).toISOString(),
    offers_rematch: false,
  };
}

let host: HTMLElement;
const setRoom = vi.fn();

beforeEach(() => {
  vi.useFakeTimers({ now: START });
  services.playComputer.mockReset().mockImplementation(async () => roomOf(FOUR, ["own", "here", "here", "here"]));
  setRoom.mockReset();
  host = document.body.appendChild(document.createElement("div"));
});
afterEach(() => {
  render(null, host);
  host.remove();
  clearToasts();
  vi.useRealTimers();
});

const roomOf = (sides: readonly string[], seats: readonly string[]) =>
  ({
    slug: "room",
    options: {},
    seats: sides.map((side, index) => seat(side, seats[index] ?? "", index)),
    abandon_after_seconds: GRACE,
    created_at: new Date(START).toISOString(),
  }) as unknown as Room;

interface ScreenProps {
  part: (seated: Seated) => ComponentChildren;
  phase: string;
  seats: readonly string[];
}

/** The part for a room with these seats, which is asked for again as the page does. */
function Screen({ part, phase, seats }: ScreenProps) {
  const sides = seats.length === 2 ? ["first", "second"] : FOUR;
  const [room, refresh] = useState(() => roomOf(sides, seats));
  const seated = {
    ...{
      room,
      own: sides[0],
      system: { sides },
      setRoom: setRoom.mockImplementation(refresh),
      refreshRoom: () => refresh(roomOf(sides, seats)),
    },
    snapshot: { phase, seats: room.seats, outcome: OUTCOME } as unknown as Snapshot,
    store: { present: signal({}), skew: signal(0), busy: signal(false), claimAbandoned: vi.fn() },
  } as unknown as Seated;
  return (
    <WordsContext.Provider value={{ lang: "en", words: en }}>
      {part(seated)}
      <Toasts closeLabel="close" />
    </WordsContext.Provider>
  );
}

function show(part: ScreenProps["part"], phase: string, seats: readonly string[]): void {
  act(() => render(<Screen part={part} phase={phase} seats={seats} />, host));
}

const goOn = (seated: Seated) => <GoOn seated={seated} />;
const before = (seated: Seated) => <OpponentGone seated={seated} />;
const summary = () => host.querySelector("summary")?.textContent ?? null;
const chooseBeginner = () => act(async () => host.querySelector<HTMLButtonElement>(".levels button")?.click());
const wait = (seconds: number) => act(() => void vi.advanceTimersByTime(1000 * seconds));

describe("after the end", () => {
  it("nothing is said while everybody is there", () => {
    show(goOn, "over", ["own", "here", "computer", "here"]);
    expect(host.querySelector("p")).toBeNull();
  });

  it("who alone is left goes on with the computer at once", async () => {
    show(goOn, "over", ["own", "free"]);
    expect(host.textContent).toContain(en.end.opponentLeft);
    expect(summary()).toBe(en.end.goOn);
    expect(host.textContent).toContain(en.end.goOnAtOnce);
    await chooseBeginner();
    expect(services.playComputer).toHaveBeenCalledExactlyOnceWith("room", "beginner");
    expect(setRoom).toHaveBeenCalledOnce();
  });

  it.each([
    { seats: ["own", "away 117"], title: en.end.goOn, counting: en.play.opponentGoneIn(3) },
    { seats: ["own", "here", "away 117", "computer"], title: en.end.goOnMany, counting: en.play.computerIn(3) },
  ])("a countdown comes before the computer takes a place: $title", ({ seats, title, counting }) => {
    show(goOn, "over", seats);
    expect(host.textContent).toContain(counting);
    expect(summary()).toBeNull();
    wait(3);
    expect(host.textContent).not.toContain(counting);
    expect(summary()).toBe(title);
  });

  it("the others are asked where some stay", () => {
    show(goOn, "over", ["own", "here", "away 500", "free"]);
    expect(host.textContent).toContain(en.play.sideGone("North"));
    expect(host.textContent).toContain(en.end.sideLeft("West"));
    expect(host.textContent).toContain(en.end.goOnAsked);
    expect(host.querySelectorAll("summary")).toHaveLength(1);
  });

  it.each(["away 500", "free"])("the focus goes on at the offer that was made for who asked: %s", async (west) => {
    show((seated) => <EndPanels seated={seated} told={undefined} />, "over", ["own", "here", "here", west]);
    const offered = roomOf(FOUR, ["own", "here", "computer", "here"]);
    const seats = offered.seats.map((each) => ({ ...each, offers_rematch: each.yours }));
    services.playComputer.mockResolvedValue({ ...offered, seats });
    await chooseBeginner();
    expect(document.activeElement?.textContent).toBe(en.end.offerWithdraw);
  });

  it.each([
    ["in-progress", "still-there"],
    ["wrong-phase", "still-there"],
    ["forbidden", "host-fills"],
    ["quota-reached", "quota-reached"],
  ] as const)("a refusal is told in words: %s", async (code, told) => {
    services.playComputer.mockRejectedValue(new ProblemError({ code, detail: "" }));
    show(goOn, "over", ["own", "here", "away 500", "here"]);
    await chooseBeginner();
    expect(host.querySelector(".toast.bad")?.textContent).toContain(en.problems[told].title);
    expect(setRoom).not.toHaveBeenCalled();
  });
});

describe("at a table for four before play", () => {
  it("each who is gone is counted down, and one press fills all the seats", async () => {
    show(before, "layout", ["own", "away 500", "away 117", "here"]);
    expect(host.textContent).toContain(en.play.sideGone("East"));
    expect(host.textContent).toContain(en.play.computerIn(3));
    wait(3);
    expect(host.querySelectorAll("summary")).toHaveLength(1);
    expect(summary()).toBe(en.play.fillGone);
    await chooseBeginner();
    expect(services.playComputer).toHaveBeenCalledOnce();
  });

  it("in play they are put out instead", () => {
    show(before, "playing", ["own", "away 500", "here", "here"]);
    expect(summary()).toBeNull();
    expect(host.querySelector("button")?.textContent).toBe(en.play.claimSide);
  });
});
