/** 繁體中文。 */

import type { ToldWords } from "./en";

export const told: ToldWords = {
  app: { game: "陸軍棋" },

  start: { title: "下陸軍棋", lead: "公路與鐵路交織的棋盤，兩軍相爭，奪旗為勝。" },
  lobby: { shareTitle: "一局陸軍棋", shareText: "和我下一局陸軍棋，好嗎？" },

  layout: {
    reasons: {
      flag_not_in_hq: (squares) => `軍旗只能放在兩個大本營之一，不能放在${squares}。`,
      bomb_in_front_row: (squares) => `炸彈不能放在第一排（${squares}）。`,
      mine_not_in_last_two_rows: (squares) => `按本局規則，地雷只能放在最後兩排，不能放在${squares}。`,
      camp_occupied: (squares) => `行營要空著（${squares}）。`,
      empty_station: (squares) => `每個兵站和大本營都要有棋子（${squares}）。`,
      unknown_code: (squares) => `檔案裡有不認識的棋子（${squares}）。`,
    },
    wrongCounts: "棋子不是完整的 25 枚。",
  },

  end: {
    because: {
      "flag-home": {
        won: "你把對方的軍旗扛回了大本營。",
        lost: "你的軍旗被扛走了。",
        watched: (winner) => `${winner}把對方的軍旗扛回了大本營。`,
      },
      repetition: {
        won: "對方重複同一步棋的次數太多。",
        lost: "你重複同一步棋的次數太多。",
        watchedLoser: (loser) => `${loser}重複同一步棋的次數太多。`,
      },
    },
    draws: {
      "shaken-army": "奪旗一方司令已亡，而對方司令仍在：軍心動搖，和棋。",
      "mutual-no-plies": "誰都無棋可走。",
      repetition: "同一步棋重複的次數太多。",
    },
  },

  system: {
    colours: { red: "紅方", blue: "藍方" },
    presets: { seed: "傳統規則", "online-2": "平臺規則", "online-4": "平臺規則" },
    setups: {
      "roaring-lion": "河東獅吼",
      "midnight-chimes": "午夜風鈴",
      "chasing-petals": "飛花逐月",
      "fragrant-sword": "飄香一劍",
      "silent-place": "於無聲處",
      "dragon-tail": "烏龍擺尾",
      "three-sections": "三節陣",
      "wolf-comes": "狼來了",
      "mist-sword": "霧山重劍",
      "wide-1": "橫陣一",
      "wide-2": "橫陣二",
      "wide-3": "橫陣三",
      "twin-flanks": "雙翼陣",
      "open-flanks": "開翼陣",
      bulldozer: "推土機型",
      "even-attack": "進攻型平均陣",
      "even-defence": "防守型平均陣",
    },
    variantHints: {
      dark: "只看得見自己的棋子，交戰由裁判判勝負。",
      open: "暗中佈陣，然後全部翻開來下。",
      flip: "棋子全部扣著，邊翻邊走，認出自己的顏色，把對方的軍旗扛回家。",
      four: "四方棋盤上二打二。",
    },
    refusals: {
      not_reachable: "這枚棋子一步走不到那裡。",
      camp_safe: "行營裡的棋子不能攻擊。",
      mountain_safe: "山界裡的棋子不能攻擊。",
      mountain_exit: "從山界只能走到空著的點。",
      immobile_piece: "地雷和軍旗不能移動。",
      locked_in_hq: "大本營裡的棋子不能移動。",
      own_piece: "那裡是自己的棋子。",
      ally_piece: "那裡是盟友的棋子。",
      not_your_piece: "那裡沒有你的棋子。",
      face_down: "扣著的棋子不能走。",
      bomb_vs_flag: "炸彈不能攻擊軍旗。",
      hidden_target: "不能攻擊扣著的棋子。",
      mine_untouchable: "這枚棋子不能攻擊地雷。",
      suicide: "不能攻擊明顯更大的棋子。",
      flag_not_ready: "這枚棋子現在不能奪旗。",
      carrier_must_drop_to_fight: "扛著軍旗不能吃子，要先放下。",
      no_flag_here: "這裡沒有對方的軍旗可扛。",
      no_colour: "顏色未定之前只能翻子。",
      not_face_down: "那裡沒有扣著的棋子。",
      unknown_point: "沒有這個點。",
      repetition: "這一步重複的次數太多，請換一步。",
      match_over: "對局已經結束。",
      not_your_turn: "還沒輪到你。",
      out: "你已經出局。",
      no_layout: "這種下法不佈陣。",
      too_short: "檔案太短，不是佈陣。",
      too_long: "檔案太長，不是佈陣。",
      wrong_magic: "這不是佈陣檔案。",
      too_many_pieces: "檔案裡的棋子多於 25 枚。",
      bad_rows: "佈陣是六行，每行五個字。",
    },
  },
};
