import type { Drawing } from "../drawing";
import type { Cell } from "../geometry";
import { Ground } from "./ground";
import { planOf, type SquarePlan } from "./plan";

export const drawing: Drawing<SquarePlan> = {
  heeds: () => [],
  plan: planOf,
  Ground,
  // Straight from one to the other, whoever may fly.
  route: ({ byName }, from, to) => [byName.get(from), byName.get(to)].filter(isThere).map(({ cx, cy }) => [cx, cy]),
};

function isThere(cell: Cell | undefined): cell is Cell {
  return cell !== undefined;
}
