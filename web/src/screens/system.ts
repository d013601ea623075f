import type { System } from "../game/types";
import { api } from "../parts/client";
import { type Loaded, useLoaded } from "../parts/load";

const known = new Map<string, Promise<System>>();

/** The description of a game system under these options; asked for once. */
export function useSystem(key: string | null, options: Readonly<Record<string, unknown>> = {}): Loaded<System> {
  const name = key === null ? null : `${key} ${JSON.stringify(options)}`;
  return useLoaded(name, () => {
    const found = known.get(name ?? "");
    if (found) return found;
    const asked = api.system(key ?? "", options);
    known.set(name ?? "", asked);
    asked.catch(() => known.delete(name ?? ""));
    return asked;
  });
}
