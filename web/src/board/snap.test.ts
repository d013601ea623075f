import { expect, it } from "vitest";
import type { Piece } from "../game/types";
import { planOf } from "./drawings";
import { sampleSystem } from "./sample";
import { meantBy } from "./snap";

const plan = planOf(sampleSystem("four"), "south", "tall");
const piece = (square: string, side: string, kind: string | null = null): Piece => ({
  ...{ square, side, kind, origin: square, moved: false },
});
const pieces = [piece("Sa6", "south", "platoon"), piece("Sc6", "south", "general"), piece("m11", "west")];
const choice = { pieces, selected: null, targets: [], viewer: "south" };
const chosen = { ...choice, selected: "Sc6", targets: [{ square: "Sc5", attack: false }] };
const middle = (square: string, right = 0, down = 0) => {
  const cell = plan.byName.get(square);
  if (!cell) throw new Error(square);
  return [cell.cx + right, cell.cy + down] as const;
};

it("is the nearest own piece when nothing is chosen", () => {
  expect(meantBy(plan, choice, "Sb6", middle("Sb6", -0.2), 19)).toBe("Sa6");
  expect(meantBy(plan, choice, "Sb6", middle("Sb6", 0.2), 19)).toBe("Sc6");
  expect(meantBy(plan, choice, null, middle("Sb6", 0.2), 19)).toBe("Sc6");
});

it("is the nearest offered square when a piece is chosen", () => {
  expect(meantBy(plan, chosen, "Sb5", middle("Sb5", 0.2), 19)).toBe("Sc5");
  expect(meantBy(plan, chosen, "Sd4", middle("Sd4"), 19)).toBe("Sd4");
});

it("is what was tapped, where that is a piece, out of reach, or wide enough for a finger", () => {
  expect(meantBy(plan, chosen, "Sa6", middle("Sa6"), 19)).toBe("Sa6");
  expect(meantBy(plan, choice, "m11", middle("m11"), 19)).toBe("m11");
  expect(meantBy(plan, choice, "Sb4", middle("Sb4"), 19)).toBe("Sb4");
  expect(meantBy(plan, choice, "Sb6", middle("Sb6", -0.45), 48)).toBe("Sb6");
});
