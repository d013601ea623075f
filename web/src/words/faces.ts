/** What can be written on a piece in every language. */

/** The Chinese names, two signs each: short enough to be written on a piece as they are. */
export const CHINESE_FACES = {
  general: "上将",
  lt_general: "中将",
  maj_general: "少将",
  plane: "飞机",
  tank: "坦克",
  colonel: "上校",
  lt_colonel: "中校",
  major: "少校",
  captain: "上尉",
  lieutenant: "中尉",
  second_lt: "少尉",
  cavalry: "骑兵",
  engineer: "工兵",
  spy: "间谍",
  mine: "地雷",
  flag: "军旗",
};

/** Ranks within a group count stars, diamonds or dots; U+FE0E keeps a sign from turning into a coloured picture. */
export const SYMBOL_FACES: Readonly<Record<string, string>> = {
  general: "★3",
  lt_general: "★2",
  maj_general: "★1",
  plane: "✈\uFE0E",
  tank: "⬢",
  colonel: "◆3",
  lt_colonel: "◆2",
  major: "◆1",
  captain: "●3",
  lieutenant: "●2",
  second_lt: "●1",
  cavalry: "♞\uFE0E",
  engineer: "⚒\uFE0E",
  spy: "◉",
  mine: "✹",
  flag: "⚑\uFE0E",
};
