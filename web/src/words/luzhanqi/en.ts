/** Names and options of Luzhanqi in English, and the shape of the others. Kinds are written as in the middle of a sentence. */

import { CHINESE_FACES, SYMBOL_FACES } from "./faces";

export const luzhanqi = {
  kinds: {
    commander: "commander",
    general: "general",
    division: "division commander",
    brigade: "brigade commander",
    regiment: "regiment commander",
    battalion: "battalion commander",
    company: "company commander",
    platoon: "platoon leader",
    engineer: "engineer",
    mine: "mine",
    bomb: "bomb",
    flag: "flag",
  },
  /** In one line with more, where `kinds` are too long for a phone. */
  shortKinds: {
    division: "division",
    brigade: "brigade",
    regiment: "regiment",
    battalion: "battalion",
    company: "company",
    platoon: "platoon",
  },
  chineseFaces: CHINESE_FACES,
  symbolFaces: SYMBOL_FACES,
  faces: {
    commander: "CMD",
    general: "GEN",
    division: "DIV",
    brigade: "BRG",
    regiment: "REG",
    battalion: "BTN",
    company: "CO",
    platoon: "PLT",
    engineer: "ENG",
    mine: "MINE",
    bomb: "BOMB",
    flag: "FLAG",
  },
  options: {
    variant: "Variant",
    mine_effect: "What runs into a mine",
    mines_rows: "Mines may start",
    bomb_vs_flag: "Bomb against the flag",
    commander_takes_flag: "Commander against the flag",
    shaken_army_draw: "Shaken army",
    reveal_flag_on_commander_death: "When a commander falls",
    reveal_other_hq: "When its general falls too",
    hq_lock: "Pieces in a headquarters",
    rail_rule: "On the railway",
    mountains: "Mountains",
    mutual_exhaustion: "When nobody can move",
    no_capture_draw_plies: "Draw without battles",
    max_plies: "Longest game",
    repeat_limit: "Same move too often",
    repeat_effect: "Then it",
    first_player: "Who begins",
    flip_color_rule: "Colours",
    attack_hidden: "Face-down pieces",
    forbid_suicide: "Higher pieces that lie open",
    flag_goal: "Where the flag goes",
    flag_carrier: "Who takes the flag",
    mine_clearer: "Who clears mines",
    flip_deal: "Shuffling",
    players: "Players",
    teams: "Sides",
    four_info: "Who sees what",
  },
  /** By option, then by the value as text. */
  values: {
    variant: {
      dark: "dark",
      open: "open",
      flip: "flip",
      four: "four players",
    },
    mine_effect: {
      mine_wins: "is removed, the mine stays",
      both_die: "is removed, and so is the mine",
    },
    mines_rows: {
      any: "anywhere",
      last2: "in the last two rows",
    },
    bomb_vs_flag: {
      both_and_win: "takes it along",
      illegal: "not allowed",
    },
    commander_takes_flag: {
      true: "takes it",
      false: "may not take it",
    },
    shaken_army_draw: {
      false: "no such rule",
      true: "a flag taken without a commander only draws",
    },
    reveal_flag_on_commander_death: {
      true: "its flag is shown",
      false: "nothing is shown",
    },
    reveal_other_hq: {
      false: "nothing more is shown",
      true: "the other headquarters is shown",
    },
    hq_lock: {
      true: "never leave it",
      false: "move on",
    },
    rail_rule: {
      straight: "any distance straight on",
      max3_turns: "three points at most, with turns",
    },
    mountains: {
      off: "closed",
      any: "open to all",
      engineer: "open to engineers",
    },
    mutual_exhaustion: {
      side_to_move_loses: "the side to move loses",
      draw: "draw",
    },
    no_capture_draw_plies: {
      "70": "after 70 moves",
      "40": "after 40 moves",
      "50": "after 50 moves",
      "60": "after 60 moves",
      "100": "after 100 moves",
      "200": "after 200 moves",
      "0": "never",
    },
    max_plies: {
      "600": "600 moves",
      "280": "280 moves",
      "360": "360 moves",
      "1000": "1,000 moves",
      "4000": "4,000 moves",
      "0": "no limit",
    },
    repeat_limit: {
      "4": "4 times",
      "3": "3 times",
      "5": "5 times",
    },
    repeat_effect: {
      forbid: "is not allowed",
      lose: "loses",
      draw: "is a draw",
      off: "changes nothing",
    },
    first_player: {
      random: "by lot",
      host: "who opened the room",
      loser: "who lost the last game",
      fixed: "as chosen, always",
    },
    flip_color_rule: {
      first_flip: "who turns up the first piece plays it",
      own_double: "two of one colour by the same player",
      global_double: "two of one colour in a row",
      first_engineer: "who turns up the first engineer plays it",
      opponent: "the first piece is the opponent's",
    },
    attack_hidden: {
      true: "may be attacked",
      false: "may not be attacked",
    },
    forbid_suicide: {
      false: "may be attacked",
      true: "may not be attacked",
    },
    flag_goal: {
      own_hq: "into a headquarters at the own end",
      opponent_hq: "into a headquarters at the other end",
      any_hq: "into any headquarters",
      capture: "nowhere: taking it wins",
    },
    flag_carrier: {
      lowest_rank: "the lowest rank left",
      any: "any piece with a rank",
      engineer: "an engineer",
    },
    mine_clearer: {
      engineer: "engineers",
      lowest_rank: "the lowest rank left",
    },
    flip_deal: {
      uniform: "by chance alone",
      balanced: "colours spread evenly",
    },
    players: {
      "4": "four",
      "3": "three",
    },
    teams: {
      "2v2": "two against two",
      ffa: "everyone alone",
    },
    four_info: {
      dark: "nobody sees others' pieces",
      double_open: "partners see each other's",
      all_open: "everybody sees all",
    },
  },
};

/** Every language has exactly these keys. */
export type LuzhanqiWords = typeof luzhanqi;
