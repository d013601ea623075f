/** The names beside the points. */

import type { Square, SystemSquare } from "../../game/types";
import { boxOf, type Cell, type Label } from "../geometry";

interface Named {
  cell: Cell;
  letter: string;
  digits: string;
}

const NAME = /^([A-Z]?)([a-z])(\d+)$/;

/** The points of each part of the board that counts for itself. */
function groupsOf(squares: readonly SystemSquare[], byName: ReadonlyMap<Square, Cell>): readonly (readonly Named[])[] {
  const groups = new Map<string, Named[]>();
  for (const { name, type } of squares) {
    const [, part, letter, digits] = NAME.exec(name) ?? [];
    const cell = byName.get(name);
    if (!cell || type === "centre" || type === "mountain" || part === undefined || !letter || !digits) continue;
    groups.set(part, [...(groups.get(part) ?? []), { cell, letter, digits }]);
  }
  return [...groups.values()];
}

/** Letters and numbers at the ends of every line of points, but none between the parts of the board. */
export function labelsOf(squares: readonly SystemSquare[], byName: ReadonlyMap<Square, Cell>, margin: number): Label[] {
  const centre = [...byName.values()].filter(({ tags }) => tags.includes("centre"));
  const middle = centre.length === 0 ? null : boxOf(centre);
  const isInside = ({ x, y }: Label) =>
    middle !== null && x > middle.x && x < middle.x + middle.width && y > middle.y && y < middle.y + middle.height;
  const common = (line: readonly Named[]) => {
    const same = (part: "letter" | "digits") => new Set(line.map((named) => named[part])).size === 1;
    return same("letter") ? line[0]?.letter : same("digits") ? line[0]?.digits : undefined;
  };
  return groupsOf(squares, byName)
    .flatMap((group) => {
      const box = boxOf(group.map(({ cell }) => cell));
      const labels: Label[] = [];
      for (const column of new Set(group.map(({ cell }) => cell.column))) {
        const line = group.filter(({ cell }) => cell.column === column);
        const [text, x] = [common(line), line[0]?.cell.cx ?? 0];
        for (const y of [box.y - margin / 2, box.y + box.height + margin / 2]) if (text) labels.push({ text, x, y });
      }
      for (const row of new Set(group.map(({ cell }) => cell.row))) {
        const line = group.filter(({ cell }) => cell.row === row);
        const [text, y] = [common(line), line[0]?.cell.cy ?? 0];
        for (const x of [box.x - margin / 2, box.x + box.width + margin / 2]) if (text) labels.push({ text, x, y });
      }
      return labels;
    })
    .filter((label) => !isInside(label));
}
