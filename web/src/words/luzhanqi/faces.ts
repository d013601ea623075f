/** What can be written on a piece in every language. */

export const CHINESE_FACES = {
  commander: "司令",
  general: "军长",
  division: "师长",
  brigade: "旅长",
  regiment: "团长",
  battalion: "营长",
  company: "连长",
  platoon: "排长",
  engineer: "工兵",
  mine: "地雷",
  bomb: "炸弹",
  flag: "军旗",
};

/** Ranks within a group count stars, diamonds or dots; U+FE0E keeps a sign from turning into a coloured picture. */
export const SYMBOL_FACES: typeof CHINESE_FACES = {
  commander: "★2",
  general: "★1",
  division: "◆4",
  brigade: "◆3",
  regiment: "◆2",
  battalion: "◆1",
  company: "●2",
  platoon: "●1",
  engineer: "⚒\uFE0E",
  mine: "✹",
  bomb: "☄\uFE0E",
  flag: "⚑\uFE0E",
};
