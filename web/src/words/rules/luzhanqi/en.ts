import { say, when } from "../choice";
import type { RulesText } from "../types";
import { betweenArms, captioned, overTheFront } from "./sketches";

export const rules: RulesText = {
  contents: "Pages about Luzhanqi",
  changed: "(differs from the usual)",
  cite: (number) => `Reference ${number}`,
  references: [
    "Article in the Chinese Wikipedia: “Land army chess”.",
    "Article in the Chinese Wikipedia: “Army chess of four countries”.",
    "",
    "",
    "In Chinese: a record of Shanghai's light industry, as cited in 1.",
    "In Chinese: a book named “Two families”, as cited in 1.",
    "In Chinese: “Where Western army chess comes from”, as cited in 1.",
    "In Chinese: help pages of services where many people play.",
  ],
  pages: {
    start: {
      title: "How to play here",
      sections: [
        {
          id: "variants",
          title: "Four games on the same rails",
          blocks: [
            "Choose Luzhanqi on the start page, and then one of its variants. Buttons above this text show the rules of each.",
            {
              list: [
                "Dark: both sides lay out in secret, and nobody sees the other's kinds. The server is the referee.",
                "Open: both sides lay out in secret; then all pieces are turned over and stay so.",
                "Flip: all fifty pieces lie shuffled and face down on the board; you turn them up as you go.",
                "Four players: four arms around a common centre, usually two against two.",
              ],
            },
            "Dark, open and flip are for two: you and the computer, a friend with a link, or somebody beside you on the same screen. At a table for four every free seat has a link of its own, and computers can fill the seats that nobody takes.",
          ],
        },
        {
          id: "layout",
          title: "Laying out your pieces",
          only: ["dark", "open", "four"],
          blocks: [
            {
              steps: [
                "Your half comes filled. Choose two points one after the other and their pieces change places.",
                "A swap that the rules forbid is not made, and you are told why: the flag outside a headquarters, a bomb in the front row, a mine where it may not be.",
                "Deal anew at random, take one of the known layouts, flip left and right, or bring back a layout that you saved. One saved layout serves on both boards.",
                "Confirm. Until everybody has confirmed you can still lay out again.",
              ],
            },
          ],
        },
        {
          id: "turning",
          title: "Turning up and moving",
          only: ["flip"],
          blocks: [
            "Choose a face-down piece to turn it up. That is your whole turn. Choose a face-up piece of your colour, and then a marked point, to move it. Before the colours are settled pieces can only be turned up.",
            "Where a flag lies under your piece you are asked whether it goes with you or stays.",
          ],
        },
        {
          id: "moving",
          title: "Making moves",
          blocks: [
            "Choose a piece and then its destination, with mouse, finger or keyboard. Marks show every point that it reaches and every piece that it may attack.",
            "After a battle you read who is left. Your own losses are listed by name, those of others by number as long as their kinds are hidden. The win table can stay open while you play.",
            "Moves cannot be taken back: a battle has already told you something.",
          ],
        },
        {
          id: "four",
          title: "At a table for four",
          only: ["four"],
          blocks: [
            "Your own arm is always near you. Turns go round counter-clockwise. Whoever is out keeps watching with what they may know, and the others play on.",
          ],
        },
        {
          id: "view",
          title: "Board and buttons",
          blocks: [
            "Drag the board to turn it, and zoom with the wheel or two fingers. “Operate with buttons” shows the same points as real buttons: arrow keys move, Enter chooses, and screen readers hear every point.",
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
              when("variant", {
                dark: "Two armies of 25 pieces face each other, and each sees only the backs of the other. When two pieces meet, a referee, here the server, takes the weaker one off without naming either. Find the enemy flag and take it.",
                open: "Two armies of 25 pieces are laid out in secret and then shown to everybody. Find a way through and take the enemy flag.",
                flip: "Fifty pieces lie face down on the board, and nobody knows where anything is. Turn them up, fight, and get hold of the enemy flag.",
                four: "Four armies of 25 pieces meet around a centre of rails. Whose flag is taken is out. The last ones left win.",
              }),
            ),
          ],
        },
        {
          id: "board",
          title: "Board",
          blocks: [
            {
              board:
                "Rectangles: posts. Circles: camps. Rounded, at the back: headquarters. Thin lines: roads. Striped lines: railways. Peaks, where there are any: mountains.",
            },
            "The board is a net of points joined by roads and railways. Each side has thirty: 23 posts, five camps and two headquarters. A point holds at most one piece. [1,3]",
            say(
              when("variant", {
                dark: "Columns are a to e, and rows 1 to 12, seen from the first side. Between rows 6 and 7 lies the front line. Only three railways cross it, on columns a, c and e; two mountains fill the gaps. [1]",
                open: "Columns are a to e, and rows 1 to 12, seen from the first side. Between rows 6 and 7 lies the front line. Only three railways cross it, on columns a, c and e; two mountains fill the gaps. [1]",
                flip: "Columns are a to e, and rows 1 to 12, seen from the first side. Between rows 6 and 7 lies the front line. Only three railways cross it, on columns a, c and e; two mountains fill the gaps. [1]",
                four: "Each arm is named by S, E, N or W, and by its column and row as its owner sees them. In the middle nine points form a grid of rails; curved rails lead from each arm to its neighbours without touching it. [2]",
              }),
            ),
          ],
        },
        {
          id: "pieces",
          title: "Pieces",
          blocks: [
            {
              list: [
                "From high to low: commander and general (one each); division, brigade, regiment and battalion commanders (two each); company commanders, platoon leaders and engineers (three each).",
                "Without a rank: three mines, two bombs and the flag.",
              ],
            },
            "Mines and flag never move. All others move alike, except that engineers turn corners on the railway. [1]",
          ],
        },
        {
          id: "layout",
          title: "Layout",
          only: ["dark", "open", "four"],
          blocks: [
            say(
              "In secret, each side puts its 25 pieces on its posts and headquarters, one on each, so that they are all filled. Camps stay empty. The flag goes into one of the two headquarters. Bombs may not stand in the front row. ",
              when("mines_rows", {
                any: "Mines may stand anywhere. [1]",
                last2: "Mines may stand in the last two rows only. [8]",
              }),
            ),
          ],
        },
        {
          id: "deal",
          title: "Deal and colours",
          only: ["flip"],
          blocks: [
            say(
              "The fifty pieces are shuffled and laid face down on all posts and headquarters; camps stay empty. ",
              when(
                "flip_deal",
                {
                  uniform: "Every order is as likely as any other. ",
                  balanced: "Each half of the board holds twelve pieces of one colour and thirteen of the other. ",
                },
                "null",
              ),
              "A face-down piece shows neither its kind nor its colour to anybody.",
            ),
            "In your turn you turn up one face-down piece, anywhere, or move one face-up piece of your colour.",
            say(
              when(
                "flip_color_rule",
                {
                  first_flip: "The first piece turned up belongs to whoever turned it up, and settles the colours.",
                  own_double: "The first player who turns up the same colour twice in a row plays that colour.",
                  global_double:
                    "The first player who turns up the colour of the piece turned up just before plays that colour.",
                  first_engineer: "The first player who turns up an engineer plays its colour.",
                  opponent: "The first piece turned up belongs to the other player, and settles the colours.",
                },
                "null",
              ),
              " Until then pieces can only be turned up.",
            ),
          ],
        },
        {
          id: "moves",
          title: "Moves",
          blocks: [
            say(
              when("first_player", {
                random: "Who begins is drawn by lot before anything is laid out. ",
                host: "Whoever opened the room begins. ",
                loser: "Who lost the last game begins, and the first time it is drawn by lot. ",
                fixed: "Whoever opened the room says who begins, and that stays so. ",
              }),
              "Then the sides act in turn, and nobody may pass. A move goes by road or by rail, never both, and past no piece. It ends on a free point or on an enemy piece, which is attacked.",
            ),
            {
              diagrams: captioned({
                road: "By road: one point. A camp has eight neighbours.",
                rail: say(
                  when("rail_rule", {
                    straight: "By rail: any distance straight on, up to the first piece. Here e5 is attacked.",
                    max3_turns: "By rail: up to three points, and round corners. Here e5 is attacked.",
                  }),
                ),
                engineer: "An engineer: wherever free rails lead, round corners too.",
                camp: "Nobody may attack a piece in a camp: b3 and d4 are safe.",
              }),
            },
            say(
              "Empty camps and headquarters may be entered, whoever they belong to. ",
              when("hq_lock", {
                true: "But what stands in a headquarters never leaves it again, and it can be attacked there. [1]",
                false: "A piece in a headquarters moves on like any other, and it can be attacked there. [1]",
              }),
            ),
            say(
              when("mountains", {
                off: null,
                any: "From the rail points around a mountain a piece may step into it, if it is empty. It is safe there, and steps out to an empty point around it. [1]",
                engineer:
                  "From the rail points around a mountain an engineer may step into it, if it is empty. It is safe there, and steps out to an empty point around it. Others keep out. [1]",
              }),
            ),
          ],
        },
        {
          id: "front",
          title: "Over the front line",
          only: ["dark", "open", "flip"],
          blocks: [
            {
              diagrams: overTheFront({
                front: "The middle railway joins c6 and c7 only: the brigade may attack there, or go along row 6.",
                crossing: "The outer railways run on from row 2 to row 11.",
              }),
            },
            "The pictures of the front line and of the mountains are no points: nothing stops there.",
          ],
        },
        {
          id: "arms",
          title: "From arm to arm",
          only: ["four"],
          blocks: [
            {
              diagrams: betweenArms({
                curve:
                  "The right column of each arm runs round a curve into the neighbour's left column, or straight across.",
                centre: "The middle railway leads from front to front through the centre.",
              }),
            },
            "A curve counts as one straight line, so every piece may follow it in one move. In the nine points of the centre only engineers turn. [2,8]",
          ],
        },
        {
          id: "battle",
          title: "Battle",
          blocks: [
            {
              list: [
                "The higher piece stays, and the lower is removed. Equals are both removed.",
                "A bomb and whatever it meets are both removed, whoever attacked.",
                say(
                  when("mine_clearer", {
                    engineer: "An engineer that attacks a mine clears it. ",
                    lowest_rank: "Whatever has the lowest rank that its side has left clears a mine by attacking it. ",
                  }),
                  when("mine_effect", {
                    mine_wins: "Any other attacker is removed, and the mine stays.",
                    both_die: "Any other attacker is removed together with the mine.",
                  }),
                ),
                say(
                  "An attacker that wins takes the point",
                  when("variant", { flip: "; a flag under the loser stays there", "*": null }, "*"),
                  ".",
                ),
              ],
            },
            { show: "winTable" },
          ],
        },
        {
          id: "told",
          title: "What you are told",
          only: ["dark", "four"],
          blocks: [
            say(
              when("four_info", {
                null: "Everybody hears from where to where a piece went, and whether the attacker, the defender or both were removed. Nobody hears a kind. [1]",
                dark: "Everybody hears from where to where a piece went, and who was removed. Nobody sees the kinds of others, not even of the partner. [2]",
                double_open:
                  "Everybody hears from where to where a piece went, and who was removed. Partners see each other's kinds; the others do not. [2]",
                all_open: "All pieces lie open in this game, so everybody sees what meets. [2]",
              }),
            ),
            say(
              when("reveal_flag_on_commander_death", {
                true: "When a commander is removed, everybody is shown where its flag stands. [1]",
                false: "Nobody is shown a flag when its commander is removed.",
              }),
              when("reveal_other_hq", {
                false: null,
                true: " When its general is gone too, the piece in its other headquarters is shown as well. [1]",
              }),
            ),
          ],
        },
        {
          id: "hidden",
          title: "Face-down and face-up pieces",
          only: ["flip"],
          blocks: [
            say(
              when(
                "attack_hidden",
                {
                  true: "You may attack a face-down piece that you reach. It is turned up first. If it is your own, or a flag that may not be taken yet, both stay where they are; a mine meets the attacker as in any battle. [1]",
                  false: "Face-down pieces may not be attacked.",
                },
                "null",
              ),
              when(
                "forbid_suicide",
                {
                  false: " A piece that lies open may be attacked even where it is higher.",
                  true: " A piece that lies open and is higher may not be attacked.",
                },
                "null",
              ),
            ),
            "A mine that lies open may be attacked only by what clears it, and by bombs. A bomb takes it along.",
          ],
        },
        {
          id: "flag",
          title: "The flag",
          only: ["dark", "open", "four"],
          blocks: [
            say(
              when("commander_takes_flag", {
                true: "Any piece that moves may take the flag. ",
                false:
                  "Any piece that moves may take the flag, except the commander: it bounces off and stays where it was. ",
              }),
              when("bomb_vs_flag", {
                both_and_win: "A bomb may too, and is removed with it. ",
                illegal: "A bomb may not. ",
              }),
              when(
                "variant",
                {
                  four: "The owner of a taken flag is out.",
                  "*": "Whose flag is taken has lost.",
                },
                "*",
              ),
            ),
            say(
              when("shaken_army_draw", {
                false: null,
                true: "The shaken army: if the commander of the taker is dead and that of the loser is not, taking the flag only makes a draw. [1]",
              }),
            ),
          ],
        },
        {
          id: "carrying",
          title: "Carrying the flag",
          only: ["flip"],
          blocks: [
            say(
              "The enemy flag may be entered only when all three enemy mines are gone, face-down ones included, and only by ",
              when(
                "flag_carrier",
                {
                  lowest_rank: "a piece of the lowest rank that your side has left, counting those that lie face down",
                  any: "a piece with a rank, whichever it is",
                  engineer: "an engineer",
                },
                "null",
              ),
              ". [1]",
            ),
            say(
              when(
                "flag_goal",
                {
                  own_hq:
                    "The flag then lies under it. It may carry the flag on to empty points, or leave it; carry it into an empty headquarters at your own end and you win.",
                  opponent_hq:
                    "The flag then lies under it. It may carry the flag on to empty points, or leave it; carry it into an empty headquarters at the other end and you win.",
                  any_hq:
                    "The flag then lies under it. It may carry the flag on to empty points, or leave it; carry it into any empty headquarters and you win.",
                  capture: "Taking the flag wins at once.",
                },
                "null",
              ),
            ),
            say(
              when(
                "flag_goal",
                {
                  capture: null,
                  "*": "To attack, a carrier must leave the flag behind. A carrier can be removed like any piece; the flag stays on the point, and its own side cannot move it. [1]",
                },
                "null",
              ),
            ),
          ],
        },
        {
          id: "four",
          title: "Four sides",
          only: ["four"],
          blocks: [
            say(
              when(
                "players",
                {
                  4: "Turns go counter-clockwise: south, east, north, west. ",
                  3: "Three play: south, east and north in turn. The west arm is empty, and nobody enters or passes it. ",
                },
                "null",
              ),
              when(
                "teams",
                {
                  "2v2":
                    "Those who sit opposite each other are partners: they never attack each other, and they win or lose together. [2]",
                  ffa: "Everybody plays alone; the last one left wins.",
                },
                "null",
              ),
            ),
            "You are out when your flag is taken, when it is your turn and you cannot move, when you give up, or when you stay away too long. All your pieces leave the board at once; your arm can still be passed, and your turns are skipped. [2,8]",
          ],
        },
        {
          id: "end",
          title: "End of the game",
          blocks: [
            {
              list: [
                say(
                  when(
                    "variant",
                    {
                      flip: "Who brings the flag where it belongs wins.",
                      four: "The side or team that is left wins.",
                      "*": "Who takes the enemy flag wins.",
                    },
                    "*",
                  ),
                ),
                say(
                  "A side that cannot act when its turn comes has lost, for instance because its movable pieces are gone, locked or shut in. ",
                  when("mutual_exhaustion", {
                    side_to_move_loses: "That is so even where the other side could not move either.",
                    draw: "Where nobody else could move either, it is a draw.",
                  }),
                ),
                say(
                  "The same move of the same piece, made ",
                  when(
                    "repeat_limit",
                    {
                      3: "a third time among five moves of its side",
                      4: "a fourth time among seven moves of its side",
                      5: "a fifth time among nine moves of its side",
                    },
                    "4",
                  ),
                  " with no battle between, ",
                  when("repeat_effect", {
                    forbid: "is not allowed, unless nothing else is left.",
                    lose: "loses, unless nothing else was left.",
                    draw: "makes a draw.",
                    off: "changes nothing here.",
                  }),
                ),
                say(
                  when(
                    "no_capture_draw_plies",
                    {
                      0: "Moves without a battle never end the game, however many they are.",
                      "*": "{} moves in a row without a battle, all sides together, make a draw.",
                    },
                    "70",
                  ),
                ),
                say(
                  when(
                    "max_plies",
                    { 0: "There is no limit to the length of a game.", "*": "After {} moves in all it is a draw." },
                    "600",
                  ),
                ),
              ],
            },
            "A flag that is taken decides before anything else that the same move brings about. At the end everything is shown.",
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
          id: "why",
          title: "No single rule book",
          blocks: [
            "Sets are sold with leaflets that differ, and services play in yet other ways. What we offer by default follows the rules as the Chinese Wikipedia sums them up; the choice “Online style” comes close to what the large services play. Everything below is an option of the room. [1,8]",
          ],
        },
        {
          id: "mines",
          title: "Mines",
          blocks: [
            "There are two accounts of a mine that something other than an engineer or a bomb runs into: the mine stays, or both go. Services mostly let it stay, and so do we. For dark games one source allows mines anywhere, while services keep them to the last two rows; so do we for four players. [1,8]",
          ],
        },
        {
          id: "flag",
          title: "Taking the flag",
          blocks: [
            "The same article says in one place that a bomb destroys anything but the flag, and in another that it destroys the flag too. We let it, and the owner loses. In some regions the commander may not take a flag; in some a win with the own commander dead and the other's alive counts as a draw, because the whole army is shaken. [1]",
          ],
        },
        {
          id: "shown",
          title: "What is shown when a commander falls",
          blocks: [
            "Everywhere the flag of the fallen commander is shown. In some regions the other headquarters follows when the general has fallen as well. Nothing is shown when only the general is gone. [1]",
          ],
        },
        {
          id: "rails",
          title: "Railways and mountains",
          blocks: [
            "Usually pieces run straight on, as far as the line is free. In some rules all but engineers go at most three points, yet may turn. In some regions pieces, or engineers alone, may step into the mountains and are safe there. [1]",
          ],
        },
        {
          id: "flip",
          title: "Flip",
          blocks: [
            "Who gets which colour is settled in many ways: by the first piece, by the first engineer, by two of one colour in a row. Services mostly forbid attacking what lies face down, and end the game when a flag is taken; the older rule has it carried home by the lowest piece, after the mines are cleared. [1,8]",
          ],
        },
        {
          id: "draws",
          title: "Draws",
          blocks: [
            "The written rules hardly know draws. Services count: after 50 or 70 moves without a battle nobody wins, and some end a game after 280 or 360 moves in all. We count to 70, and the number can be changed. Chasing a piece to and fro is stopped in many places too, by a warning and then a loss; we do not let a move be repeated for ever. [8]",
          ],
        },
        {
          id: "four",
          title: "Four players",
          blocks: [
            "Two against two with nothing shown is the common form. With “double open” partners see each other's pieces; with “all open” there are no secrets. Everyone against everyone is possible, and so is a table of three. [2,8]",
          ],
        },
      ],
    },
    tips: {
      title: "Tips",
      sections: [
        {
          id: "flag",
          title: "Guarding the flag",
          only: ["dark", "open", "four"],
          blocks: [
            "Three points touch a headquarters: two beside it and the one in front. Mines there stop everything but engineers and bombs. A bomb close by surprises what comes after the engineer. Guard the empty headquarters a little too, or everybody knows which one matters.",
            "Keep your commander alive. When it falls your flag is shown, and every bluff about its place is over.",
          ],
        },
        {
          id: "camps",
          title: "Camps",
          only: ["dark", "open", "four"],
          blocks: [
            "A piece in a camp cannot be attacked and looks at eight points. Get into the camps in front of your flag before the enemy does; a strong piece in the camp ahead of a headquarters reaches everything that comes near it.",
          ],
        },
        {
          id: "engineers",
          title: "Engineers and bombs",
          blocks: [
            "Don't spend all engineers early: without them mines cannot be cleared. A clear railway lets one run from your back row to the enemy's in one move.",
            "Bombs belong behind the front, beside pieces that are attacked. Trade one for a commander or a general, never for a platoon.",
          ],
        },
        {
          id: "reading",
          title: "Reading the clues",
          only: ["dark", "four"],
          blocks: [
            {
              list: [
                "What has moved is neither mine nor flag; what began in the front row is no bomb.",
                "What turned a corner on the railway is an engineer.",
                "If your piece fell and the other stayed, it is higher, or a mine.",
                "If both fell and a flag is shown, that side lost its commander: to another one if both flags are shown, else to a bomb, as a rule.",
                "What never moves in the last two rows is probably a mine. Send something small first.",
              ],
            },
          ],
        },
        {
          id: "flip",
          title: "Flip",
          only: ["flip"],
          blocks: [
            "Turn up pieces that your strong ones can protect, and don't turn up next to a strong enemy that can take what appears. Count the engineers and mines that have come up: they tell who can still clear the way to a flag.",
            "Camps are the best places here too. Get your small pieces there early: you need the smallest for the flag.",
          ],
        },
        {
          id: "four",
          title: "With a partner",
          only: ["four"],
          blocks: [
            "Two against one wins. Look at whom your partner attacks, and attack the same side from your end. Keep the railway to your partner free, so that help can come round the curve.",
          ],
        },
      ],
    },
    history: {
      title: "History",
      sections: [
        {
          id: "names",
          title: "Names",
          blocks: [
            "Lujun qi means army chess, luzhan qi land battle chess, and most people simply say junqi. It is a Chinese game of modern times for two or four, built on the ranks of an army. In China it is known above all as a game of children, though people of all ages play it. [1,3]",
          ],
        },
        {
          id: "origin",
          title: "Where it comes from",
          blocks: [
            "According to the Chinese Wikipedia its forerunner is a French game of armies, which goes back in turn to Dou Shou Qi, the game of animals. AncientChess.com thinks of Chinese chess instead, perhaps with an influence of Dou Shou Qi. What is certain is the family likeness to L'Attaque and Stratego, and to Gunjin Shogi, whose pages here tell how such games travelled. [1,3,4,7]",
          ],
        },
        {
          id: "shanghai",
          title: "Shanghai, 1927",
          blocks: [
            "In 1927 Lu Xingchu, who worked for the Commercial Press, hired a little more than ten people in the Hongkou quarter of Shanghai and opened a factory for pieces and toys, which made army chess. [1,5]",
            "Dong Shijin tells of a man named Zhang who sent the Commercial Press a description of the game and asked to have it printed and sold. The publisher answered, and sent him ten yuan. The pieces he names are mines, engineers, division and brigade commanders, spies and a flag: a spy, then, as in the Japanese game. [1,6]",
          ],
        },
        {
          id: "later",
          title: "What grew out of it",
          blocks: [
            "On the mainland games with navy and air force followed, and the army chess of four countries for four players; in Taiwan a game of three services. Online services offer most of these forms. [1,2]",
            "Layouts have names as openings have elsewhere: “bulldozer” for a massed attack, or the “even” layouts for attack and for defence. You find them among the known layouts here. [1]",
          ],
        },
      ],
    },
    faq: {
      title: "Questions",
      sections: [
        {
          id: "mine",
          title: "What happens when something runs into a mine?",
          blocks: [
            say(
              when("mine_clearer", {
                engineer: "An engineer clears it and takes its point. ",
                lowest_rank: "A piece of its side's lowest rank clears it and takes its point. ",
              }),
              "A bomb goes off together with it. ",
              when("mine_effect", {
                mine_wins: "Everything else is removed, and the mine stays.",
                both_die: "Everything else is removed, and so is the mine.",
              }),
            ),
          ],
        },
        {
          id: "bomb",
          title: "Is a bomb stronger than a commander?",
          blocks: [
            "Neither is stronger: both are removed, whoever attacks. The same goes for every other piece a bomb meets, mines and bombs included.",
          ],
        },
        {
          id: "engineer",
          title: "How far does an engineer go?",
          blocks: [
            "On rails as far as they are free, round as many corners as it likes, in one move. On roads one point, like everybody. It never changes from rail to road within a move.",
          ],
        },
        {
          id: "camp",
          title: "Is a piece in a camp safe?",
          blocks: [
            "Yes. Nobody may attack it, not even with a bomb. It may attack from there, and then it has left the camp if it wins.",
          ],
        },
        {
          id: "headquarters",
          title: "May pieces leave a headquarters?",
          blocks: [
            say(
              when("hq_lock", {
                true: "No: whatever stands there stays, its own pieces and intruders alike. So think twice before you put a strong piece beside the flag.",
                false: "In this game, yes. In games with a layout they usually stay there for ever.",
              }),
            ),
          ],
        },
        {
          id: "commander",
          title: "Have I lost when my commander falls?",
          blocks: [
            say(
              "No. ",
              when("reveal_flag_on_commander_death", {
                true: "But everybody is shown where your flag stands. ",
                false: null,
              }),
              when(
                "shaken_army_draw",
                {
                  true: "In this game you can then no longer win by the flag against a side whose commander lives. ",
                  "*": null,
                },
                "*",
              ),
              "You lose your flag or your last move, and only then the game.",
            ),
          ],
        },
        {
          id: "secrecy",
          title: "Can others see my pieces?",
          blocks: [
            say(
              when("variant", {
                dark: "No. The server judges every battle and sends the other side only places and who was removed. Computers get no more than a person would.",
                open: "Yes, once both have laid out: that is what open means. Before that, no.",
                flip: "Nobody sees a face-down piece, you included. The server shuffles and publishes seals first, so that nothing can be swapped later.",
                four: "Only as far as the rules of the room say: nobody, or your partner, or all. Computers get no more than a person would.",
              }),
              " After the end everything is shown, and the seals published before the first move prove that nothing was changed.",
            ),
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
                "Gunjin Shogi: the Japanese relative, with planes, tanks and a spy. You can play it here.",
                "Stratego and L'Attaque: the Western relatives; fighting pieces are shown.",
                "Dou Shou Qi: animals of different strength, with nothing hidden.",
                "Game of the Generals, from the Philippines: ranks, spies and a referee.",
                "Banqi: Chinese chess on half a board, with all pieces shuffled face down, as in flip.",
                "Kriegspiel: chess with the enemy's pieces out of sight and a referee between.",
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
