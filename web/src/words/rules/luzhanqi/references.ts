import type { Reference } from "../types";

export const REFERENCES: readonly Reference[] = [
  {
    cite: "「陸軍棋」，《維基百科，自由的百科全書》",
    lang: "zh-Hant",
    href: "https://zh.wikipedia.org/wiki/%E9%99%B8%E8%BB%8D%E6%A3%8B",
  },
  {
    cite: "「四国军棋」，《维基百科，自由的百科全书》",
    lang: "zh-Hans",
    href: "https://zh.wikipedia.org/wiki/%E5%9B%9B%E5%9B%BD%E5%86%9B%E6%A3%8B",
  },
  { cite: "Luzhanqi, English Wikipedia", lang: "en", href: "https://en.wikipedia.org/wiki/Luzhanqi" },
  {
    cite: "How to play the Chinese Land Battle Game, AncientChess.com",
    lang: "en",
    href: "https://ancientchess.com/page/play-luzhanqi.htm",
  },
  { cite: "邢逸初《上海二轻工业志》，上海社会科学院出版社，1997 年", lang: "zh-Hans" },
  { cite: "董時進《兩戶人家》，臺灣商務印書館，1981 年", lang: "zh-Hant" },
  { cite: "「西洋陸軍棋由來」，2008 年", lang: "zh-Hant" },
  { cite: "QQ 游戏、JJ 比赛、边锋、天天军棋：军棋规则说明", lang: "zh-Hans" },
];
