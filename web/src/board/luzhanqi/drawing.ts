import type { Drawing } from "../drawing";
import { Ground } from "./ground";
import { type PointPlan, planOf } from "./plan";
import { routeOf } from "./route";
import "./grid.css";

export const drawing: Drawing<PointPlan> = {
  heeds: ({ sides }) => (sides.length > 2 ? ["shape", "part"] : ["part"]),
  plan: planOf,
  Ground,
  route: routeOf,
};
