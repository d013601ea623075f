/**
 * Short sounds made on the spot. What a sound depends on is public: a battle's may differ by who was left,
 * never by the kinds that fought.
 */

export type Sound = "select" | "place" | "ply" | "battle" | "turn" | "won" | "lost" | "draw";

interface Note {
  /** Seconds after the start of the sound. */
  at: number;
  hertz: number;
  seconds: number;
  wave: OscillatorType;
  /** 0 to 1. */
  loud: number;
}

const note = (at: number, hertz: number, seconds: number, loud: number, wave: OscillatorType = "sine"): Note => ({
  at,
  hertz,
  seconds,
  wave,
  loud,
});

/** A knock on wood is a low tone that dies quickly, with a click on top. */
const KNOCK = [note(0, 190, 0.09, 0.8, "triangle"), note(0, 1400, 0.015, 0.25, "square")];

export const SOUNDS: Readonly<Record<Sound, readonly Note[]>> = {
  select: [note(0, 520, 0.05, 0.3, "triangle")],
  place: KNOCK,
  ply: [...KNOCK, note(0.05, 150, 0.08, 0.5, "triangle")],
  battle: [...KNOCK, note(0.09, 330, 0.09, 0.5, "triangle"), note(0.18, 165, 0.2, 0.6, "triangle")],
  turn: [note(0, 660, 0.12, 0.35), note(0.11, 880, 0.18, 0.35)],
  won: [note(0, 523, 0.16, 0.45), note(0.14, 659, 0.16, 0.45), note(0.28, 784, 0.4, 0.5)],
  lost: [note(0, 440, 0.2, 0.4), note(0.18, 349, 0.2, 0.4), note(0.36, 262, 0.45, 0.45)],
  draw: [note(0, 440, 0.2, 0.4), note(0.2, 440, 0.35, 0.4)],
};

const SOFTEST = 0.0001;

export interface SoundSettings {
  on: boolean;
  /** 0 to 1. */
  volume: number;
}

let settings: SoundSettings = { on: false, volume: 0.6 };
let context: AudioContext | null = null;

/** Called at the start and on every change; a first visit stays silent until somebody turns sound on. */
export function setSound(wanted: SoundSettings): void {
  settings = wanted;
  if (!wanted.on) context?.suspend().catch(() => undefined);
}

/** Does nothing while sound is off, or where the browser has no audio or does not allow it yet. */
export function playSound(sound: Sound): void {
  if (!settings.on || settings.volume <= 0) return;
  try {
    context ??= new AudioContext();
    if (context.state === "suspended") context.resume().catch(() => undefined);
    for (const one of SOUNDS[sound]) ring(context, one, settings.volume);
  } catch {
    // why: a game without sound is better than none
  }
}

function ring(audio: AudioContext, { at, hertz, seconds, wave, loud }: Note, volume: number): void {
  const start = audio.currentTime + at;
  const tone = audio.createOscillator();
  const gain = audio.createGain();
  tone.type = wave;
  tone.frequency.value = hertz;
  gain.gain.setValueAtTime(loud * volume * 0.5, start);
  gain.gain.exponentialRampToValueAtTime(SOFTEST, start + seconds);
  tone.connect(gain).connect(audio.destination);
  tone.start(start);
  tone.stop(start + seconds);
}
