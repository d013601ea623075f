/** Matches that the real server played, for tests; tests/web/fixtures.py makes the files. */

import { readdirSync, readFileSync } from "node:fs";
import type { EventData, Snapshot, System } from "./types";

export interface Seen {
  snapshots: Snapshot[];
  events: { v: number; d: EventData | null }[];
}

export interface Fixture {
  name: string;
  system: System;
  record: Record<string, unknown> | null;
  audiences: Record<"first" | "second" | "watch", Seen>;
}

export const AUDIENCES = ["first", "second", "watch"] as const;

const folder = new URL("./fixtures/", import.meta.url);

export function fixture(name: string): Fixture {
  return { name, ...JSON.parse(readFileSync(new URL(`${name}.json`, folder), "utf8")) };
}

export function fixtures(): Fixture[] {
  return readdirSync(folder).map((file) => fixture(file.replace(".json", "")));
}
