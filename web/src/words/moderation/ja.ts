import { plurals } from "../plural";
import type { ModerationWords } from "./en";

const counted = plurals("ja");
const count = (n: number) => counted(n, { other: "#" });

export const moderation: ModerationWords = {
  report: {
    title: (name) => `${name}さんを通報`,
    reason: "どのような問題ですか",
    reasons: {
      cheating: "不正をしている、または他の人の勝ちに手を貸している",
      abuse: "暴言や脅しがある",
      name: "名前が不適切である",
      spam: "宣伝や同じ内容を繰り返し送ってくる",
      other: "その他",
    },
    note: "何がありましたか（任意）",
    noteNeeded: "何がありましたか",
    count: (used, most) => `${count(used)}／${count(most)}文字`,
    reasonMissing: "まず問題の種類を選んでください。",
    noteMissing: "問題の内容を簡単に書いてください。",
    tooLong: (over) => `${count(over)}文字超えています。`,
    next: "このサイトの管理者が、相手の名前と対局を確認したうえで対応を決めます。誰が通報したかは相手に知らされません。",
    send: "通報を送る",
    sending: "送信中…",
    sentTitle: "通報を送りました",
    sent: "ありがとうございます。管理者が確認します。ほかに必要な手続きはなく、対局はそのまま続けられます。",
    problems: {
      "already-reported": "この件はすでに通報済みです。管理者が確認しますので、一度で十分です。",
      "not-found": "対局または部屋がなくなったため、このプレイヤーを通報できません。",
      forbidden: "通報できるのは人だけで、通報の対象も人に限られます。",
      offline: "オフラインです。書いた内容は残っています。通信が戻ったら送ってください。",
      network: "サーバーに接続できません。書いた内容は残っています。少し待ってから、もう一度お試しください。",
      other: "通報を送れませんでした。書いた内容は残っています。少し待ってから、もう一度お試しください。",
    },
    later: (minutes) => `通報が続いています。次の通報は${count(minutes)}分後に送れます。`,
  },

  banned: {
    title: "このサイトの利用が停止されています",
    until: (date) => `${date}から、また対局できます。`,
    forEver: "停止に期限はありません。",
    said: "管理者からのメッセージ",
    mistake: "誤りと思われる場合は、このサイトの運営者にご連絡ください。",
    again: "もう一度確認する",
    still: "まだ停止中です。",
    unreachable: "現在、サーバーに接続できません。",
  },

  notices: {
    titles: {
      warn: "管理者から警告があります",
      mute: "管理者が発言を停止しました",
      rename: "管理者があなたの名前を変更しました",
      close: "管理者があなたの部屋を閉じました",
      void: "管理者があなたの対局を無効にしました",
      delete: "管理者があなたの発言を削除しました",
      other: "管理者からのメッセージ",
    },
    muteUntil: (date) => `${date}まで発言できません。`,
    muteForEver: "今後、発言はできません。",
    when: (date) => `${date}`,
    read: "読みました",
    failed: "記録できませんでした。次回もう一度表示されます。",
  },

  texts: {
    "be-kind": "対局の相手には思いやりをもって接してください。",
    "fair-play": "不正な対局は、ほかの人の楽しみを損ないます。",
    "no-spam": "同じ内容の繰り返しや宣伝は送らないでください。",
    "choose-name": "あなたの名前はここでは使えません。別の名前を選んでください。",
    "house-rules": "このサイトの決まりを守ってください。",
  },
};
