import { afterEach, describe, expect, it, vi } from "vitest";
import { playSound, setSound } from "./sound";

function fakeAudio() {
  const made: number[] = [];
  const parameter = { value: 0, setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined };
  class FakeAudio {
    currentTime = 0;
    state = "running";
    destination = {};
    suspend = async () => undefined;
    resume = async () => undefined;
    createGain = () => ({ gain: parameter, connect: () => undefined });
    createOscillator = () => {
      made.push(1);
      return {
        type: "sine",
        frequency: { value: 0 },
        connect: (next: unknown) => next,
        start: () => undefined,
        stop: () => undefined,
      };
    };
  }
  vi.stubGlobal("AudioContext", FakeAudio);
  return made;
}

afterEach(() => {
  setSound({ on: false, volume: 0.6 });
  vi.unstubAllGlobals();
});

describe("sounds", () => {
  it("are silent where the browser has no audio", () => {
    setSound({ on: true, volume: 1 });
    expect(() => playSound("ply")).not.toThrow();
  });

  it("are off until turned on", () => {
    const made = fakeAudio();
    playSound("battle");
    expect(made).toHaveLength(0);
    setSound({ on: true, volume: 1 });
    playSound("battle");
    expect(made.length).toBeGreaterThan(0);
  });
});
