import { expect, it } from "vitest";
import { readSystem } from "./description";
import { fixture } from "./fixtures";

it("changes nothing of a board of squares", () => {
  const { system } = fixture("resigned");
  expect(readSystem(system)).toEqual(system);
});

it("gives a board of lines what every board has", () => {
  const { squares, kinds, edges, bridges, ...rest } = fixture("resigned").system;
  const told = {
    ...rest,
    squares: [{ name: "b1", type: "headquarters" as const, x: 1, y: 0, territory: "first" }],
    kinds: kinds.slice(0, 1).map(({ occupies, ...kind }) => kind),
    roads: [["a1", "b1"]] as const,
    rails: [["a2", "b2"]] as const,
  };
  const system = readSystem(told);
  expect(system.squares[0]).toMatchObject({ width: 1, tags: ["headquarters"] });
  expect(system.kinds[0]?.occupies).toBe(false);
  expect(system.edges).toEqual([...told.roads, ...told.rails]);
  expect(system.bridges).toEqual([]);
});
