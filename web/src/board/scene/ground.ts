import type { Mesh } from "three";
import type { Plan } from "../geometry";

/** What a system's `solid-ground.ts` makes: the board below the pieces, round the origin. */
type Make = (plan: Plan) => Mesh[];

const found = import.meta.glob<Make>("../*/solid-ground.ts", { eager: true, import: "ground" });
const byKey = new Map(Object.entries(found).map(([path, make]) => [path.split("/")[1], make]));

/** Nothing for a system without a board in 3D. */
export function ground(plan: Plan): Mesh[] {
  return byKey.get(plan.system)?.(plan) ?? [];
}
