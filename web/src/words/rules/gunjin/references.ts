import type { Reference } from "../types";

export const REFERENCES: readonly Reference[] = [
  {
    cite: "高橋浩徳「日本と世界の行軍将棋―軍人将棋の発祥は日本だった―」『大阪商業大学アミューズメント産業研究所紀要』第18号、2016年",
    lang: "ja",
  },
  {
    cite: "Michel Boutin, « L'Attaque, un jeu français issu du Gunjin Shogi », in Michel Van Langendonckt (dir.), Art et savoir de l'Inde, HEB, 2015",
    lang: "fr",
  },
  { cite: "一之瀬武志『軍人将棋ルール研究』改訂第3版、2014年", lang: "ja" },
  {
    cite: "「行軍将棋」『デジタル大辞泉』『精選版 日本国語大辞典』『改訂新版 世界大百科事典』（コトバンク）",
    lang: "ja",
  },
  { cite: "「軍人将棋」『精選版 日本国語大辞典』（コトバンク）", lang: "ja" },
  { cite: "Julie Berg, Jeu de la guerre, brevet français no 379 625, 1907", lang: "fr" },
  {
    cite: "Josephine E. Tilden, Game apparatus, US patent 1,141,505, 1915",
    lang: "en",
    href: "https://patents.google.com/patent/US1141505A",
  },
  {
    cite: "Hermance Edan, Jeu de bataille avec pièces mobiles sur damier, brevet français no 396 795, 1909",
    lang: "fr",
  },
  {
    cite: "「軍人将棋」『ウィキペディア日本語版』",
    lang: "ja",
    href: "https://ja.wikipedia.org/wiki/%E8%BB%8D%E4%BA%BA%E5%B0%86%E6%A3%8B",
  },
  { cite: "L'Attaque, English Wikipedia", lang: "en", href: "https://en.wikipedia.org/wiki/L%27Attaque" },
  { cite: "Stratego, English Wikipedia", lang: "en", href: "https://en.wikipedia.org/wiki/Stratego" },
];
