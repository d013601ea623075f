import { plurals } from "../plural";
import type { ModerationWords } from "./en";

const counted = plurals("zh-Hant");
const count = (n: number) => counted(n, { other: "#" });

export const moderation: ModerationWords = {
  report: {
    title: (name) => `檢舉 ${name}`,
    reason: "有什麼問題？",
    reasons: {
      cheating: "作弊，或者幫別人取勝",
      abuse: "辱罵或威脅他人",
      name: "名字不妥",
      spam: "發廣告，或反覆傳送同樣的內容",
      other: "其他",
    },
    note: "發生了什麼事？（可不填）",
    noteNeeded: "發生了什麼事？",
    count: (used, most) => `${count(used)} / ${count(most)} 字`,
    reasonMissing: "請先選擇問題的種類。",
    noteMissing: "請簡單說明有什麼問題。",
    tooLong: (over) => `超出 ${count(over)} 字。`,
    next: "本站管理員會看到你的檢舉、對方的名字和相關對局，並決定如何處理。對方不會知道是誰檢舉的。",
    send: "送出檢舉",
    sending: "正在送出……",
    sentTitle: "檢舉已送出",
    sent: "謝謝。管理員會處理。你不必再做什麼，可以繼續對局。",
    problems: {
      "already-reported": "你已經檢舉過了。管理員會處理，檢舉一次就夠了。",
      "not-found": "對局或房間已不存在，無法在這裡檢舉這名玩家。",
      forbidden: "只有真人可以檢舉，也只能檢舉真人。",
      offline: "你已離線。你寫的內容還在，恢復連線後再送出。",
      network: "連不上伺服器。你寫的內容還在，請稍後再試。",
      other: "檢舉未能送出。你寫的內容還在，請稍後再試。",
    },
    later: (minutes) => `你檢舉得太頻繁了。${count(minutes)} 分鐘後可以再次檢舉。`,
  },

  banned: {
    title: "你已被本站停權",
    until: (date) => `${date} 起可以重新對局。`,
    forEver: "停權沒有期限。",
    said: "管理員的話",
    mistake: "如果認為有誤，請聯絡本站管理者。",
    again: "重新查看",
    still: "停權仍然有效。",
    unreachable: "目前連不上伺服器。",
  },

  notices: {
    titles: {
      warn: "管理員警告了你",
      mute: "管理員禁止你發言",
      rename: "管理員改了你的名字",
      close: "管理員關閉了你的房間",
      void: "管理員判定你的對局無效",
      delete: "管理員刪除了你寫的內容",
      other: "管理員的話",
    },
    muteUntil: (date) => `${date} 之前你不能發言。`,
    muteForEver: "你今後不能發言。",
    when: (date) => `${date}`,
    read: "我已讀過",
    failed: "未能記錄，下次會再次提示。",
  },

  texts: {
    "be-kind": "請善待和你對局的人。",
    "fair-play": "不公平的對局會敗壞別人的興致。",
    "no-spam": "請不要反覆傳送同樣的內容，也不要發廣告。",
    "choose-name": "你的名字在這裡不妥，請另取一個。",
    "house-rules": "請遵守本站的規定。",
  },
};
