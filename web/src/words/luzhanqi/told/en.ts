/** Sentences of Luzhanqi in English, laid over the page's catalogue; the shape of the other languages. */

export const told = {
  app: { game: "Luzhanqi" },

  start: { title: "Play Luzhanqi", lead: "Two armies on a board of roads and rails: take the enemy flag." },
  lobby: { shareTitle: "A game of Luzhanqi", shareText: "Will you play Luzhanqi with me?" },

  layout: {
    reasons: {
      flag_not_in_hq: (squares: string) => `The flag stands in one of your two headquarters, not on ${squares}.`,
      bomb_in_front_row: (squares: string) => `A bomb may not start in the front row (${squares}).`,
      mine_not_in_last_two_rows: (squares: string) =>
        `With these rules mines start in the last two rows only, not on ${squares}.`,
      camp_occupied: (squares: string) => `Camps stay empty (${squares}).`,
      empty_station: (squares: string) => `Every station and headquarters needs a piece (${squares}).`,
      unknown_code: (squares: string) => `The file names unknown pieces (${squares}).`,
    },
    wrongCounts: "The pieces are not the full set of 25.",
  },

  end: {
    because: {
      "flag-home": {
        won: "You carried the enemy flag home.",
        lost: "Your flag was carried off.",
        watched: (winner: string) => `The ${winner} carried the enemy flag home.`,
      },
      repetition: {
        won: "Your opponent repeated the same move too often.",
        lost: "You repeated the same move too often.",
        watchedLoser: (loser: string) => `The ${loser} repeated the same move too often.`,
      },
    },
    draws: {
      "shaken-army": "The flag was taken by an army without its commander, from one that still had its own.",
      "mutual-no-plies": "Nobody has a move left.",
      repetition: "The same move was repeated too often.",
    },
  },

  system: {
    colours: { red: "red", blue: "blue" },
    presets: { seed: "Classic", "online-2": "Online style", "online-4": "Online style" },
    setups: {
      "roaring-lion": "Lion's roar",
      "midnight-chimes": "Midnight wind chimes",
      "chasing-petals": "Petals chasing the moon",
      "fragrant-sword": "Fragrant sword",
      "silent-place": "Where all is silent",
      "dragon-tail": "Black dragon's tail",
      "three-sections": "Three sections",
      "wolf-comes": "The wolf comes",
      "mist-sword": "Sword of the misty hills",
      "wide-1": "Broad front 1",
      "wide-2": "Broad front 2",
      "wide-3": "Broad front 3",
      "twin-flanks": "Twin flanks",
      "open-flanks": "Open flanks",
      bulldozer: "Bulldozer",
      "even-attack": "Even, for attack",
      "even-defence": "Even, for defence",
    },
    variantHints: {
      dark: "You see only your own pieces; the referee says who wins each battle.",
      open: "Lay out in secret, then play with all pieces face up.",
      flip: "All pieces lie face down. Turn them up, find your colour, and carry the enemy flag home.",
      four: "Two against two on a board of four arms.",
    },
    refusals: {
      not_reachable: "The piece cannot get there in one move.",
      camp_safe: "A piece in a camp cannot be attacked.",
      mountain_safe: "A piece in the mountains cannot be attacked.",
      mountain_exit: "From the mountains one may only go to an empty point.",
      immobile_piece: "Mines and flags never move.",
      locked_in_hq: "A piece in a headquarters never moves.",
      own_piece: "An own piece stands there.",
      ally_piece: "An ally's piece stands there.",
      not_your_piece: "No piece of yours stands there.",
      face_down: "A face-down piece cannot move.",
      bomb_vs_flag: "A bomb may not attack the flag.",
      hidden_target: "Face-down pieces may not be attacked.",
      mine_untouchable: "This piece may not attack a mine.",
      suicide: "A visibly higher piece may not be attacked.",
      flag_not_ready: "This piece may not take the flag now.",
      carrier_must_drop_to_fight: "Who carries a flag must put it down to fight.",
      no_flag_here: "There is no enemy flag to carry.",
      no_colour: "Until the colours are known pieces can only be turned up.",
      not_face_down: "No face-down piece lies there.",
      unknown_point: "There is no such point.",
      repetition: "You made this move too often in a row. Choose another.",
      match_over: "The game is over.",
      not_your_turn: "It is not your turn.",
      out: "You are out of this game.",
      no_layout: "Nobody lays out in this game.",
      too_short: "The file is too short for a layout.",
      too_long: "The file is too long for a layout.",
      wrong_magic: "This is no layout file.",
      too_many_pieces: "The file has more than 25 pieces.",
      bad_rows: "A layout has six rows of five signs.",
    },
  },
};

export type ToldWords = typeof told;
