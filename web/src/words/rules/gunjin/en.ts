import { say, when } from "../choice";
import type { RulesText } from "../types";
import { captioned } from "./sketches";

export const rules: RulesText = {
  contents: "Pages about Gunjin Shogi",
  changed: "(differs from the usual)",
  cite: (number) => `Reference ${number}`,
  references: [
    "In Japanese; the title says: Gunjin Shogi in Japan and the world, a game born in Japan.",
    "In French.",
    "In Japanese: a study of the rules of Gunjin Shogi.",
    "Entries of Japanese dictionaries and an encyclopaedia.",
    "Entry of a Japanese dictionary.",
    "French patent.",
    "",
    "French patent.",
    "Article in the Japanese Wikipedia.",
    "",
    "",
  ],
  pages: {
    start: {
      title: "How to play here",
      sections: [
        {
          id: "modes",
          title: "Starting a game",
          blocks: [
            "The start page offers every way to play; nothing has to be installed and no account is needed.",
            {
              list: [
                "Play the computer: choose beginner, intermediate or advanced. You move first and have the vermilion pieces.",
                "Play second (intermediate): the computer opens and you have the natural-wood pieces.",
                "Two players on one screen: you share one device and pass it across the table.",
                "Play a friend (send a link): you get a link to copy, share or show as a QR code. Whoever opens it and joins moves second. If nobody comes, switch to the computer and keep your layout.",
              ],
            },
            "If your friend's connection is gone for two minutes, you may end that game and start one against the computer. A room is deleted once nobody has been connected for 30 minutes, and 24 hours after it was made at the latest.",
          ],
        },
        {
          id: "layout",
          title: "Laying out your pieces",
          blocks: [
            {
              steps: [
                "Your territory comes filled at random. Choose two squares one after the other and their pieces change places; the first has a yellow frame.",
                "A swap that would bring a mine or the flag to a forbidden square is not made, and you are told why.",
                "Deal again at random, flip left and right, bring back your last layout or one you saved under a name; undo and redo swaps as you like.",
                "Confirm. Against a friend you can do so early: until both have confirmed, you can still lay out again.",
              ],
            },
          ],
        },
        {
          id: "moving",
          title: "Making moves",
          blocks: [
            "On your turn choose a piece, then its destination, with mouse, finger or keyboard. Green dots mark free squares within reach, red boxes mark pieces that can be attacked, and orange frames show where the last move began and ended.",
            "After a battle you read who was left and on which square. Your own piece is named; the other stays “the opponent's piece”. Your losses are listed by name, the opponent's only by number. The win table beside the board can stay open while you play.",
            "Moves cannot be taken back: a battle has already told you something.",
          ],
        },
        {
          id: "view",
          title: "Board and buttons",
          blocks: [
            "Drag the board to turn it, zoom with the wheel or two fingers, and change between the slanted view and the top view, where pieces lie flat. Your own territory is always near you.",
            "“Operate with buttons” shows the same squares as real buttons: arrow keys move, Enter chooses, and screen readers hear every square. Devices without 3D play with these alone.",
          ],
        },
        {
          id: "hotseat",
          title: "Two players on one screen",
          blocks: [
            "A curtain covers the board between turns. Whoever opens their turn sees only their own kinds; after the move they may look at the result of the battle, then “change player” closes the curtain and the device goes over.",
          ],
        },
      ],
    },
    rules: {
      title: "Rules",
      sections: [
        {
          id: "goal",
          title: "The idea",
          blocks: [
            say(
              when("information", {
                hidden:
                  "Two armies of 23 pieces face each other across a river, every piece with its back to the enemy. When two meet, a referee, here the server, compares them and removes the weaker one without saying what either was. ",
                open: "Two armies of 23 pieces face each other across a river, and everybody sees them all. When two meet, a referee, here the server, removes the weaker one. ",
              }),
              when("occupiers", {
                six_officers: "Bring an officer into the enemy headquarters and you win.",
                "*": "Bring a piece that may occupy it into the enemy headquarters and you win.",
              }),
            ),
          ],
        },
        {
          id: "board",
          title: "Board and pieces",
          blocks: [
            "Each side has a territory six squares wide and four deep. Seen from the first player's side the columns are a to f from left to right, and the rows 1 to 8 from near to far. The river between rows 4 and 5 is crossed by two bridges, on columns b and e; their ends, b4, e4, b5 and e5, are the bridgeheads.",
            "In the middle of each back rank two squares form one, the headquarters, which holds a single piece. [3]",
            "Each side has one general, lieutenant general, major general, colonel, lieutenant colonel, major, cavalry, spy and flag each, and two captains, lieutenants, second lieutenants, engineers, tanks, planes and mines each. They fill all 23 squares of the territory. [3,9]",
          ],
        },
        {
          id: "layout",
          title: "Layout",
          blocks: [
            say(
              when("information", {
                hidden: "Before play, each side puts one piece on every square of its territory, unseen by the other. ",
                open: "Before play, each side puts one piece on every square of its territory. ",
              }),
              "Neither mines nor the flag may stand on a bridgehead. The flag may not stand on the back rank either, headquarters included; ",
              when("mine_in_hq", {
                allowed: "a mine may.",
                banned: "a mine may, but not in the headquarters.",
              }),
            ),
          ],
        },
        {
          id: "moves",
          title: "Moves",
          blocks: [
            "The first player begins, then the sides move one piece in turn. Nobody may pass, and no piece enters a square of its own side. “Ahead” is towards the enemy.",
            {
              diagrams: captioned({
                step: "General to second lieutenant, and the spy: one square in any of four directions.",
                bridge: "At a bridgehead the bridge leads straight to the other side.",
                tank: "Tank and cavalry: one square any way, or two straight ahead over a free square.",
                engineer: "Engineer: any distance in a straight line, but past no piece.",
                plane: say(
                  "Plane: any distance ahead or back, ",
                  when("plane_jump", {
                    over_all: "over pieces",
                    own_only: "over its own pieces",
                    none: "but past no piece",
                  }),
                  when("plane_river", {
                    any_column: ", and over the river; ",
                    bridges_only: ", and across the river on columns b and e; ",
                  }),
                  when(
                    "plane_sideways",
                    {
                      "1": "one square sideways.",
                      "0": "never sideways.",
                      unlimited: "any distance sideways.",
                    },
                    "1",
                  ),
                ),
                hq: "A headquarters is left straight ahead on column c or d, or sideways.",
              }),
            },
            say(
              when("plane_river", {
                any_column: "Only planes fly over the river; all others need a bridge. ",
                bridges_only: "Every piece needs a bridge to cross the river, planes too. ",
              }),
              "A bridge is no square, so its two ends are neighbours. A move of several squares that enters a headquarters, your own or the enemy's, ends there. Mines and flag never move.",
            ),
          ],
        },
        {
          id: "battle",
          title: "Battle",
          blocks: [
            "Moving onto an enemy piece is a battle with that piece only; what a plane passes over is not touched. If the attacker wins, it takes the square; if the defender wins, the attacker is removed; equals are both removed.",
            say(
              "From strong to weak: general, lieutenant general, major general, plane, tank, colonel, lieutenant colonel, major, captain, lieutenant, second lieutenant, cavalry, engineer, spy. ",
              when("spy_beats", {
                general: "But the spy beats the general, whichever attacks.",
                general_and_lt_general: "But the spy beats the general and the lieutenant general, whichever attacks.",
              }),
              when("engineer_vs_tank", { tank: null, engineer: " So does the engineer beat the tank." }),
              " [3]",
            ),
            say(
              "A plane or engineer that attacks a mine clears it and stands there. ",
              when("mine_after_win", {
                removed: "Any other attacker is removed together with the mine, so a mine works once.",
                stays: "Any other attacker is removed, and the mine stays.",
              }),
            ),
            say(
              when("information", {
                hidden:
                  "The referee tells only the square and who was left. Even when both are gone, you do not learn whether two equals met or a mine went off. [3]",
                open: "All pieces lie open in this game, so everybody sees what met. [3]",
              }),
            ),
            { show: "winTable" },
          ],
        },
        {
          id: "flag",
          title: "The strength of the flag",
          blocks: [
            "A flag fights as the own piece directly behind it, one square towards its owner. Behind c2 and d2 (c7 and d7 for the second player) that is the piece in the headquarters. Whatever happens, the piece behind is never removed. [3,9]",
            {
              list: [
                "A colonel attacks a flag with a major general behind it: the colonel is removed.",
                "A general attacks a flag with a spy behind it: the general is removed.",
                "A spy attacks a flag with the general behind it: the flag is removed, the general stays.",
                "A captain attacks a flag with a captain behind it: flag and attacker are removed, the captain behind stays.",
                say(
                  when("mine_after_win", {
                    removed:
                      "A captain attacks a flag with a mine behind it: both are removed, and the mine can still go off later.",
                    stays: "A captain attacks a flag with a mine behind it: the captain is removed, the flag stays.",
                  }),
                  " An engineer would win.",
                ),
                "Nothing of its own stands behind the flag: it loses to everything.",
              ],
            },
          ],
        },
        {
          id: "end",
          title: "End of the game",
          blocks: [
            {
              list: [
                say(
                  when("occupiers", {
                    six_officers:
                      "Occupation: a general, lieutenant general, major general, colonel, lieutenant colonel or major",
                    all_but_plane: "Occupation: any piece but a plane",
                    all_but_tank_plane_engineer: "Occupation: any piece but a tank, plane or engineer",
                  }),
                  " that enters the enemy headquarters wins at once, whether it was empty or taken in battle. Other kinds may go in, but do not occupy it.",
                ),
                say(
                  when("win_flag", {
                    off: null,
                    any: "Flag: a piece that takes the enemy flag and survives wins at once.",
                    second_lt: "Flag: a second lieutenant that takes the enemy flag wins at once; other kinds do not.",
                  }),
                ),
                say(
                  when("win_general", {
                    off: null,
                    loses: "General: whoever loses the general loses. If both fall in one battle, it is a draw.",
                  }),
                ),
                "A side that has no move on its turn loses, for instance because all its movable pieces are gone.",
                "If neither side can move, it is a draw.",
                say(
                  when("quiet_draw", {
                    "100":
                      "If 100 moves in a row, both sides together, pass without a battle, it is a draw. Only a battle starts the count again.",
                    null: "Moves without a battle never end the game, however many they are.",
                    "*": "If {} moves in a row, both sides together, pass without a battle, it is a draw. Only a battle starts the count again.",
                  }),
                ),
                say(when("max_plies", { null: null, "*": "After {} moves in all it is a draw." })),
              ],
            },
            say(
              when("win_general", {
                off: "Neither the loss of the general nor of all six officers loses the game by itself. ",
                loses: null,
              }),
              when("information", { hidden: "At the end every piece is shown.", open: null }),
            ),
          ],
        },
        {
          id: "options",
          title: "Rules in force",
          blocks: ["This page follows the rules in force, which are these:", { show: "options" }],
        },
      ],
    },
    variants: {
      title: "Other rules",
      sections: [
        {
          id: "sets",
          title: "Boards and sets",
          blocks: [
            "Japan never had one fixed rule book. From the Meiji to the Showa era many makers sold sets, each with its own leaflet. Takeshi Ichinose, who sorted the ones he owns, found territories of five to eight columns and passages shaped like I, X or Y. Early sets had 35 pieces a side; with tanks and planes 23 and 31 became usual. We use 23 pieces, six columns and two straight bridges. [1,3]",
          ],
        },
        {
          id: "engineer-tank",
          title: "Engineer against tank",
          blocks: [
            "Sources contradict each other here. Most leaflets of the Showa era let the tank win; the engineer wins in later sets that also have missiles and the like. The table in the Japanese Wikipedia favours the engineer, though a note there says that video games have settled on the tank. Here the tank wins unless you choose otherwise. [3,9]",
          ],
        },
        {
          id: "mine",
          title: "A mine that has gone off",
          blocks: [
            "The “mine fire” that the writer Koda Rohan described in 1900 destroys itself. A leaflet of 1996 likewise takes the mine off, so it works once. Many others only say that a mine beats ordinary pieces, and the Japanese Wikipedia lists mines that stay as a local rule. We remove it; staying is an option. [1,3,9]",
          ],
        },
        {
          id: "goal",
          title: "How to win",
          blocks: [
            "Entering the enemy's headquarters is the aim on Meiji boards and in most leaflets since. Dictionaries name taking the flag instead, and there are people who play for the general or for all movable pieces. We play for occupation, and a side without a move loses; flag and general are options. [1,3,4,9]",
          ],
        },
        {
          id: "placing",
          title: "Mines and flag at the start",
          blocks: [
            "That neither may stand on a bridgehead is common ground. A book of games from 1913 forbids a mine in the headquarters, and Ichinose knew that rule by word of mouth as a child; but apart from sets with a marshal, no leaflet that Hironori Takahashi looked at limits what may stand there. We allow the mine. A flag on the back rank is generally ruled out according to the Japanese Wikipedia, and here too. [1,3,9]",
          ],
        },
        {
          id: "plane",
          title: "What planes fly over",
          blocks: [
            "The Japanese Wikipedia lets planes pass over pieces; Ichinose found no leaflet that says so in as many words. Any distance along a column but only one square sideways is in leaflets of the Showa era. Our planes pass over pieces and river, and three options change that. [3,9]",
          ],
        },
      ],
    },
    tips: {
      title: "Tips",
      sections: [
        {
          id: "defence",
          title: "Guarding the headquarters",
          blocks: [
            "Keep the general at home: in the headquarters itself, or beside a mine that lies there. No other officer can get past it. Don't send it to the front, and don't leave a plane alone on guard, because the headquarters is empty as soon as it takes off. [9]",
          ],
        },
        {
          id: "flag",
          title: "Using the flag",
          blocks: [
            "Back the flag with a general, a lieutenant general or a mine. With a mine behind it the flag acts as a third mine. Remember that it weakens the moment the piece behind it walks away or falls. [9]",
          ],
        },
        {
          id: "scouting",
          title: "Scouting",
          blocks: [
            "A piece that never moved may be a mine or the flag. Spend planes, cavalry or junior officers on it, and let your three generals meet only pieces that have moved. If both fall when you scout, you met an equal, a mine, or a flag backed by an equal or a mine. [9]",
            "Your lieutenant general is a fine probe against moved pieces: it takes nearly all of them, and what beats it must be the general, which you then hunt with the spy. Just don't keep the spy always at its side; a watchful opponent will notice. [9]",
          ],
        },
        {
          id: "reading",
          title: "Reading the clues",
          blocks: [
            {
              list: [
                "What beat your lieutenant is at least a captain, so don't try a captain on it.",
                "Two squares ahead: tank, cavalry, engineer or plane.",
                "Two or more squares sideways: an engineer.",
                "Over pieces, or over the river off the bridges: a plane.",
              ],
            },
            "The same holds for you. In the opening, move planes and engineers one square at a time like everybody else, and have one of them test the enemy headquarters for a mine before an officer steps in. [9]",
          ],
        },
      ],
    },
    history: {
      title: "History",
      sections: [
        {
          id: "names",
          title: "A game and its names",
          blocks: [
            "All pieces look the same from behind, and a referee settles every encounter: that is the core of Gunjin Shogi, “soldiers' chess”. Boxes of the Meiji era mostly say Kogun Shogi, “marching-army chess”, which is also the headword in dictionaries; Gunjin Shogi and Ikusa Shogi, “war chess”, stand beside it. [1,4,5]",
          ],
        },
        {
          id: "origin",
          title: "The first traces",
          blocks: [
            "Its inventor is unknown, but in 1895 it was already for sale. On 7 October of that year Minoru Arakawa, a boy of ten in Kameoka near Kyoto, wrote in his diary that he had bought a set and played with his father; more games with father and friends followed. A board printed in the same year also survives in a photograph. On this ground Hironori Takahashi rejects the ideas that it came up in the war with Russia, or from the West. [1,2]",
            "Meiji boards give each side 35 pieces on seven by five squares, with three straight lanes between the territories. Two play and a third judges; entering the enemy's main camp wins. Without a judge, some boards say, the pieces can lie face up. In 1900 Koda Rohan told a newspaper of a “division chess” with blank pieces of one size, marked on the back, and a judge at the side. [1,3]",
          ],
        },
        {
          id: "rise",
          title: "Popularity",
          blocks: [
            "A handbook of games from 1907 dates it to the war with China and finds it too well known to need explaining. In January 1910 a Tokyo newspaper reported three imperial grandsons at the game, one of them the later Showa emperor. Novels by Izumi Kyoka (1914) and Kobayashi Takiji (1929) mention it in passing. [1,4,5]",
            "New weapons became new pieces: tanks seem to arrive in the Taisho era, and boxes then advertise tanks and planes. The Sekai Dai-Hyakka Jiten encyclopaedia puts its heyday between the late Taisho and the early Showa years. [1,3,4]",
          ],
        },
        {
          id: "after-war",
          title: "After the war",
          blocks: [
            "Marshals and atomic bombs joined the sets. In November 1955 a newspaper wrote that makers in Tendo sold well above the half million sets a year of before the war; in June a reader's letter in another had asked to drive the game out. Missiles came between 1965 and 1974, and in 1976 a device that judged in place of a person. That it takes three people is named among the reasons why it faded. [1,3]",
          ],
        },
        {
          id: "abroad",
          title: "Abroad: L'Attaque and Stratego",
          blocks: [
            "In 1905 a Dr Junghans presented the game in the German magazine Monatshefte as a new Japanese war game: seven by five squares, three lanes, 35 pieces, as in Japan, but with taking a flag as a second way to win. Patents for similar games followed: Julie Berg in France and Britain in 1907, Josephine Tilden in the United States in April 1908, Hermance Edan in France that November. [1,6,7,8]",
            "Edan's game was sold from 1909 or 1910 as L'Attaque; Gibson of Britain bought and sold it from 1925. Stratego, a slightly changed L'Attaque made in the Netherlands, was registered in 1942. In both, fighting pieces are shown and the flag is the goal, where Gunjin Shogi has a referee and the headquarters. [1,10,11]",
            "Did one come from the other? Takahashi (2016) thinks the Western line probably began with the 1905 article, and places the origin in Japan. Michel Boutin shows how Edan could have known the game, yet only concludes that she brought a Far Eastern game to the West indirectly, wherever her inspiration came from. Thierry Depaulis holds that she patented a game of her own from the 1880s. Neither Takahashi nor Boutin found a trace of L'Attaque before 1909. [1,2,10]",
          ],
        },
      ],
    },
    faq: {
      title: "Questions",
      sections: [
        {
          id: "age",
          title: "How old is Gunjin Shogi?",
          blocks: [
            "Nobody knows who made it, but it was in the shops by 1895: a ten-year-old from Kameoka noted in his diary that October that he had bought it and played it with his father. Tanks and planes were added later, and it was most popular around the 1920s and 1930s.",
          ],
        },
        {
          id: "general",
          title: "What beats the general?",
          blocks: [
            say(
              "Only the spy, no matter which of them attacks. Two generals remove each other",
              when("mine_after_win", {
                removed: ", and so do a general and the mine it attacks. ",
                stays: "; a mine that a general attacks removes it and stays. ",
              }),
              "A general that attacks a flag backed by a spy is removed as well.",
            ),
          ],
        },
        {
          id: "tank",
          title: "Does the engineer or the tank win?",
          blocks: [
            say(
              when("engineer_vs_tank", {
                tank: "The tank, as in most leaflets of the Showa era. Sets with missiles and the table of the Japanese Wikipedia say the opposite, so you can change it for your game. ",
                engineer:
                  "In this game the engineer, as in sets with missiles and the table of the Japanese Wikipedia. Usually it is the tank, as in most leaflets of the Showa era. ",
              }),
              "The win table always shows the rule in force.",
            ),
          ],
        },
        {
          id: "lost-general",
          title: "Have I lost when my general falls?",
          blocks: [
            say(
              when("win_general", {
                off: "No. ",
                loses: "In this game, yes: the loss of the general ends it. Usually it does not. ",
              }),
              when("occupiers", {
                six_officers:
                  "Any of the six officers from general to major can occupy the enemy headquarters. Even without all six you play on; you only cannot win by occupation any more. ",
                all_but_plane: "Any piece but a plane can occupy the enemy headquarters. ",
                all_but_tank_plane_engineer:
                  "Any piece but a tank, plane or engineer can occupy the enemy headquarters. ",
              }),
              "You lose when it is your turn and you have no move.",
            ),
          ],
        },
        {
          id: "secrecy",
          title: "Can my opponent see my pieces?",
          blocks: [
            say(
              when("information", {
                hidden:
                  "No. The server judges every battle and sends the other side only positions, the square of a battle and who was left. The computer opponents get no more than a person would and have to draw conclusions. After the end everything is shown, and seals",
                open: "In this game, yes: all pieces lie open. Usually nobody sees more than positions, the square of a battle and who was left. Seals",
              }),
              " published before the first move prove that nothing was changed.",
            ),
          ],
        },
        {
          id: "draw",
          title: "When is it a draw?",
          blocks: [
            say(
              when("quiet_draw", {
                "100": "When 100 moves in a row pass without a battle, or when ",
                null: "When ",
                "*": "When {} moves in a row pass without a battle, or when ",
              }),
              "neither side can move, for example because the last two movable pieces removed each other. ",
              when("max_plies", { null: null, "*": "In this game also after {} moves in all. " }),
              "Deadlocks are handled differently from place to place; usually we count to 100, and it can be changed.",
            ),
          ],
        },
        {
          id: "referee",
          title: "Does it work without a referee?",
          blocks: [
            "Yes. A third person used to compare the pieces; here the server does it in every mode. With two players on one screen the curtain makes sure that only the one whose turn it is sees their kinds.",
          ],
        },
      ],
    },
    similar: {
      title: "Similar games",
      sections: [
        {
          id: "list",
          title: "If you like this",
          blocks: [
            {
              list: [
                "Stratego and L'Attaque: the Western relatives; fighting pieces are shown, and the flag is the goal.",
                "Luzhanqi, Chinese land battle chess: railways, camps and bombs, often with a referee as well. You can play it here.",
                "Tsuitate Shogi and Kriegspiel: Shogi and chess with the enemy's pieces out of sight and a referee between.",
                "Jungle (Dou Shou Qi): animals of different strength, a river, and a den to enter; nothing is hidden.",
                "Bulls and Cows: find out a hidden number from short answers.",
                "Draughts: move and capture on an open board.",
              ],
            },
          ],
        },
      ],
    },
    references: {
      title: "References",
      sections: [
        {
          id: "list",
          title: "What these pages rest on",
          blocks: ["Numbers in the text lead here.", { show: "references" }],
        },
      ],
    },
  },
};
