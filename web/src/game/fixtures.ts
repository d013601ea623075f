/** Matches that the real server played, for tests; tests/web/fixtures.py makes the files. */

import { readdirSync, readFileSync } from "node:fs";
import { readSystem } from "./description";
import type { EventData, Snapshot, System } from "./types";

export interface Seen {
  snapshots: Snapshot[];
  events: { v: number; d: EventData | null }[];
}

export interface Fixture {
  name: string;
  system: System;
  record: Record<string, unknown> | null;
  /** By side, and `watch`. */
  audiences: Readonly<Record<string, Seen>>;
}

const folder = new URL("./fixtures/", import.meta.url);

export function fixture(name: string): Fixture {
  const { system, ...rest } = JSON.parse(readFileSync(new URL(`${name}.json`, folder), "utf8"));
  return { name, system: readSystem(system), ...rest };
}

/** What one audience of a fixture saw. */
export function seenBy({ name, audiences }: Fixture, audience: string): Seen {
  const seen = audiences[audience];
  if (!seen) throw new Error(`${name} has no ${audience}`);
  return seen;
}

export function fixtures(): Fixture[] {
  return readdirSync(folder).map((file) => fixture(file.replace(".json", "")));
}
