/** 简体中文。 */

import type { ToldWords } from "./en";

export const told: ToldWords = {
  app: { game: "陆军棋" },

  start: { title: "下陆军棋", lead: "公路与铁路交织的棋盘，两军相争，夺旗为胜。" },
  lobby: { shareTitle: "一局陆军棋", shareText: "和我下一局陆军棋，好吗？" },

  layout: {
    reasons: {
      flag_not_in_hq: (squares) => `军旗只能放在两个大本营之一，不能放在${squares}。`,
      bomb_in_front_row: (squares) => `炸弹不能放在第一排（${squares}）。`,
      mine_not_in_last_two_rows: (squares) => `按本局规则，地雷只能放在最后两排，不能放在${squares}。`,
      camp_occupied: (squares) => `行营要空着（${squares}）。`,
      empty_station: (squares) => `每个兵站和大本营都要有棋子（${squares}）。`,
      unknown_code: (squares) => `文件里有不认识的棋子（${squares}）。`,
    },
    wrongCounts: "棋子不是完整的 25 枚。",
  },

  end: {
    because: {
      "flag-home": {
        won: "你把对方的军旗扛回了大本营。",
        lost: "你的军旗被扛走了。",
        watched: (winner) => `${winner}把对方的军旗扛回了大本营。`,
      },
      repetition: {
        won: "对方重复同一步棋的次数太多。",
        lost: "你重复同一步棋的次数太多。",
        watchedLoser: (loser) => `${loser}重复同一步棋的次数太多。`,
      },
    },
    draws: {
      "shaken-army": "夺旗一方司令已亡，而对方司令仍在：军心动摇，和棋。",
      "mutual-no-plies": "谁都无棋可走。",
      repetition: "同一步棋重复的次数太多。",
    },
  },

  system: {
    colours: { red: "红方", blue: "蓝方" },
    presets: { seed: "传统规则", "online-2": "平台规则", "online-4": "平台规则" },
    setups: {
      "roaring-lion": "河东狮吼",
      "midnight-chimes": "午夜风铃",
      "chasing-petals": "飞花逐月",
      "fragrant-sword": "飘香一剑",
      "silent-place": "于无声处",
      "dragon-tail": "乌龙摆尾",
      "three-sections": "三节阵",
      "wolf-comes": "狼来了",
      "mist-sword": "雾山重剑",
      "wide-1": "横阵一",
      "wide-2": "横阵二",
      "wide-3": "横阵三",
      "twin-flanks": "双翼阵",
      "open-flanks": "开翼阵",
      bulldozer: "推土机型",
      "even-attack": "进攻型平均阵",
      "even-defence": "防守型平均阵",
    },
    variantHints: {
      dark: "只看得见自己的棋子，交战由裁判判胜负。",
      open: "暗中布阵，然后全部翻开来下。",
      flip: "棋子全部扣着，边翻边走，认出自己的颜色，把对方的军旗扛回家。",
      four: "四方棋盘上二打二。",
    },
    refusals: {
      not_reachable: "这枚棋子一步走不到那里。",
      camp_safe: "行营里的棋子不能攻击。",
      mountain_safe: "山界里的棋子不能攻击。",
      mountain_exit: "从山界只能走到空着的点。",
      immobile_piece: "地雷和军旗不能移动。",
      locked_in_hq: "大本营里的棋子不能移动。",
      own_piece: "那里是自己的棋子。",
      ally_piece: "那里是盟友的棋子。",
      not_your_piece: "那里没有你的棋子。",
      face_down: "扣着的棋子不能走。",
      bomb_vs_flag: "炸弹不能攻击军旗。",
      hidden_target: "不能攻击扣着的棋子。",
      mine_untouchable: "这枚棋子不能攻击地雷。",
      suicide: "不能攻击明显更大的棋子。",
      flag_not_ready: "这枚棋子现在不能夺旗。",
      carrier_must_drop_to_fight: "扛着军旗不能吃子，要先放下。",
      no_flag_here: "这里没有对方的军旗可扛。",
      no_colour: "颜色未定之前只能翻子。",
      not_face_down: "那里没有扣着的棋子。",
      unknown_point: "没有这个点。",
      repetition: "这一步重复的次数太多，请换一步。",
      match_over: "对局已经结束。",
      not_your_turn: "还没轮到你。",
      out: "你已经出局。",
      no_layout: "这种下法不布阵。",
      too_short: "文件太短，不是布阵。",
      too_long: "文件太长，不是布阵。",
      wrong_magic: "这不是布阵文件。",
      too_many_pieces: "文件里的棋子多于 25 枚。",
      bad_rows: "布阵是六行，每行五个字。",
    },
  },
};
