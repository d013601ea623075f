import { plurals } from "../plural";
import type { ModerationWords } from "./en";

const counted = plurals("zh-Hans");
const count = (n: number) => counted(n, { other: "#" });

export const moderation: ModerationWords = {
  report: {
    title: (name) => `举报 ${name}`,
    reason: "有什么问题？",
    reasons: {
      cheating: "作弊，或者帮别人取胜",
      abuse: "辱骂或威胁他人",
      name: "名字不妥",
      spam: "发广告，或反复发送同样的内容",
      other: "其他",
    },
    note: "发生了什么？（可不填）",
    noteNeeded: "发生了什么？",
    count: (used, most) => `${count(used)} / ${count(most)} 字`,
    reasonMissing: "请先选择问题的种类。",
    noteMissing: "请简单说明有什么问题。",
    tooLong: (over) => `超出 ${count(over)} 字。`,
    next: "本站管理员会看到你的举报、对方的名字和相关对局，并决定如何处理。对方不会知道是谁举报的。",
    send: "提交举报",
    sending: "正在提交……",
    sentTitle: "举报已提交",
    sent: "谢谢。管理员会处理。你不必再做什么，可以继续对局。",
    problems: {
      "already-reported": "你已经举报过了。管理员会处理，举报一次就够了。",
      "not-found": "对局或房间已不存在，无法在这里举报这名玩家。",
      forbidden: "只有真人可以举报，也只能举报真人。",
      offline: "你已离线。你写的内容还在，恢复联网后再提交。",
      network: "连接不上服务器。你写的内容还在，请稍后再试。",
      other: "举报未能提交。你写的内容还在，请稍后再试。",
    },
    later: (minutes) => `你举报得太频繁了。${count(minutes)} 分钟后可以再次举报。`,
  },

  banned: {
    title: "你已被本站封禁",
    until: (date) => `${date} 起可以重新对局。`,
    forEver: "封禁没有期限。",
    said: "管理员的话",
    mistake: "如果认为有误，请联系本站管理者。",
    again: "重新查看",
    still: "封禁仍然有效。",
    unreachable: "目前连接不上服务器。",
  },

  notices: {
    titles: {
      warn: "管理员警告了你",
      mute: "管理员禁止你发言",
      rename: "管理员改了你的名字",
      close: "管理员关闭了你的房间",
      void: "管理员判定你的对局无效",
      delete: "管理员删除了你写的内容",
      other: "管理员的话",
    },
    muteUntil: (date) => `${date} 之前你不能发言。`,
    muteForEver: "你今后不能发言。",
    when: (date) => `${date}`,
    read: "我已读过",
    failed: "未能记录，下次会再次提示。",
  },

  texts: {
    "be-kind": "请善待和你对局的人。",
    "fair-play": "不公平的对局会败坏别人的兴致。",
    "no-spam": "请不要反复发送同样的内容，也不要发广告。",
    "choose-name": "你的名字在这里不妥，请另取一个。",
    "house-rules": "请遵守本站的规定。",
  },
};
