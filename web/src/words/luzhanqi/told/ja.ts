/** 日本語。 */

import type { ToldWords } from "./en";

export const told: ToldWords = {
  app: { game: "陸軍棋" },

  start: { title: "陸軍棋で遊ぶ", lead: "道路と鉄道の盤で二つの軍が戦い、軍旗を取れば勝ち。" },
  lobby: { shareTitle: "陸軍棋の対局", shareText: "陸軍棋で対局しませんか。" },

  layout: {
    reasons: {
      flag_not_in_hq: (squares) => `軍旗は大本営のどちらかに置きます（${squares}は不可）。`,
      bomb_in_front_row: (squares) => `爆弾は最前列に置けません（${squares}）。`,
      mine_not_in_last_two_rows: (squares) => `このルールでは地雷は後ろの2列だけです（${squares}は不可）。`,
      camp_occupied: (squares) => `行営は空けておきます（${squares}）。`,
      empty_station: (squares) => `兵站と大本営のすべてに駒が要ります（${squares}）。`,
      unknown_code: (squares) => `ファイルに知らない駒があります（${squares}）。`,
    },
    wrongCounts: "25枚の組がそろっていません。",
  },

  end: {
    because: {
      "flag-home": {
        won: "相手の軍旗を持ち帰りました。",
        lost: "あなたの軍旗が持ち去られました。",
        watched: (winner) => `${winner}が相手の軍旗を持ち帰りました。`,
      },
      repetition: {
        won: "相手が同じ手を繰り返しすぎました。",
        lost: "同じ手を繰り返しすぎました。",
        watchedLoser: (loser) => `${loser}が同じ手を繰り返しすぎました。`,
      },
    },
    draws: {
      "shaken-army": "司令を失った側が、司令の残る側の軍旗を取ったので引き分けです。",
      "mutual-no-plies": "どちらにも指せる手がありません。",
      repetition: "同じ手が繰り返されました。",
    },
  },

  system: {
    colours: { red: "赤", blue: "青" },
    presets: { seed: "昔ながら", "online-2": "オンライン式", "online-4": "オンライン式" },
    setups: {
      "roaring-lion": "獅子の咆哮",
      "midnight-chimes": "真夜中の風鈴",
      "chasing-petals": "月を追う花",
      "fragrant-sword": "香る一太刀",
      "silent-place": "静けさの中で",
      "dragon-tail": "黒竜の尾",
      "three-sections": "三段の陣",
      "wolf-comes": "狼が来た",
      "mist-sword": "霧の山の剣",
      "wide-1": "横陣その一",
      "wide-2": "横陣その二",
      "wide-3": "横陣その三",
      "twin-flanks": "両翼の陣",
      "open-flanks": "開いた翼",
      bulldozer: "ブルドーザー型",
      "even-attack": "攻めの平均陣",
      "even-defence": "守りの平均陣",
    },
    variantHints: {
      dark: "見えるのは自分の駒だけ。戦いの勝ち負けは審判が告げます。",
      open: "布陣は伏せて行い、そのあとは全部見せて戦います。",
      flip: "全部の駒を裏返しで始めます。めくって自分の色を知り、相手の軍旗を持ち帰ります。",
      four: "四方の盤で2人対2人。",
    },
    refusals: {
      not_reachable: "この駒は一手ではそこへ行けません。",
      camp_safe: "行営の駒は攻撃できません。",
      mountain_safe: "山界の駒は攻撃できません。",
      mountain_exit: "山界からは空いた地点にだけ出られます。",
      immobile_piece: "地雷と軍旗は動けません。",
      locked_in_hq: "大本営の駒は動けません。",
      own_piece: "自分の駒があります。",
      ally_piece: "味方の駒があります。",
      not_your_piece: "そこにあなたの駒はありません。",
      face_down: "裏返しの駒は動かせません。",
      bomb_vs_flag: "爆弾で軍旗は攻撃できません。",
      hidden_target: "裏返しの駒は攻撃できません。",
      mine_untouchable: "この駒は地雷を攻撃できません。",
      suicide: "明らかに強い駒は攻撃できません。",
      flag_not_ready: "この駒はまだ軍旗を取れません。",
      carrier_must_drop_to_fight: "軍旗を持ったままでは戦えません。",
      no_flag_here: "ここに相手の軍旗はありません。",
      no_colour: "色が決まるまでは、めくることしかできません。",
      not_face_down: "そこに裏返しの駒はありません。",
      unknown_point: "そのような地点はありません。",
      repetition: "同じ手を繰り返しすぎています。別の手を選んでください。",
      match_over: "対局は終わっています。",
      not_your_turn: "あなたの番ではありません。",
      out: "あなたはもう対局から外れています。",
      no_layout: "この遊び方に布陣はありません。",
      too_short: "ファイルが短すぎます。",
      too_long: "ファイルが長すぎます。",
      wrong_magic: "布陣のファイルではありません。",
      too_many_pieces: "ファイルの駒が25枚より多くあります。",
      bad_rows: "布陣は5字ずつの6行です。",
    },
  },
};
