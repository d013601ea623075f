import { expect, it, vi } from "vitest";
import type { Notice } from "../game/contracts";
import { isNews } from "./notices";

vi.mock("../services", () => ({ api: {}, openStore: () => undefined, session: {} }));

const NOW = new Date("2026-11-30T12:00:00Z");
const WARNING: Notice = {
  id: "n-1",
  kind: "warn",
  message: "be-kind",
  until: null,
  lifted_at: null,
  read_at: null,
  created_at: "2026-11-29T12:00:00Z",
};

it.each([
  [{}, true],
  [{ kind: "mute", until: "2026-11-30T12:00:01Z" }, true],
  [{ kind: "mute", until: "2026-11-30T11:59:59Z" }, false],
  [{ kind: "mute", lifted_at: "2026-11-30T11:00:00Z" }, false],
  [{ read_at: "2026-11-30T11:00:00Z" }, false],
  [{ kind: "ban" }, false],
  [{ kind: "something-new" }, true],
])("a notice that is %j is news: %s", (more, expected) => {
  expect(isNews({ ...WARNING, ...more }, NOW)).toBe(expected);
});
