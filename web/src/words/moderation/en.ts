/** English, and the shape of the other catalogues. */

import { plurals } from "../plural";

const counted = plurals("en");

export const moderation = {
  report: {
    title: (name: string) => `Report ${name}`,
    reason: "What is wrong?",
    reasons: {
      cheating: "Cheats, or helps another player to win",
      abuse: "Insults or threatens people",
      name: "Has a name that is not acceptable",
      spam: "Advertises, or keeps sending the same thing",
      other: "Something else",
    },
    note: "What happened? (optional)",
    noteNeeded: "What happened?",
    count: (used: number, most: number) => `${used} of ${most} characters`,
    reasonMissing: "Choose what is wrong first.",
    noteMissing: "Say in a few words what is wrong.",
    tooLong: (over: number) => `${counted(over, { one: "# character", other: "# characters" })} too many.`,
    next: "A moderator of this site reads your report, with the name and the game it is about, and decides what to do. The other player is not told who reported.",
    send: "Send report",
    sending: "Sending…",
    sentTitle: "Your report was sent",
    sent: "Thank you. A moderator will look at it. You need not do anything more, and you can go on playing.",
    problems: {
      "already-reported": "You have reported this already. A moderator will look at it; once is enough.",
      "not-found": "This player cannot be reported here any more: the game or room is gone.",
      forbidden: "Only people can report others, and only people can be reported.",
      offline: "You are offline. What you wrote stays here: send it when you are online again.",
      network: "The server cannot be reached. What you wrote stays here: try again in a moment.",
      other: "The report could not be sent. What you wrote stays here: try again in a moment.",
    },
    later: (minutes: number) =>
      `You have sent many reports. You can send the next one in ${counted(minutes, { one: "# minute", other: "# minutes" })}.`,
  },

  banned: {
    title: "You are banned from this site",
    until: (date: string) => `You can play here again from ${date}.`,
    forEver: "The ban has no end.",
    said: "A message from the moderators",
    mistake: "Do you think this is a mistake? Then write to the operators of this site.",
    again: "Check again",
    still: "The ban is still in force.",
    unreachable: "The server cannot be reached at the moment.",
  },

  notices: {
    titles: {
      warn: "A moderator has warned you",
      mute: "A moderator has muted you",
      rename: "A moderator has changed your name",
      close: "A moderator has closed your room",
      void: "A moderator has ended your game without a result",
      delete: "A moderator has deleted what you wrote",
      other: "A message from the moderators",
    },
    muteUntil: (date: string) => `You cannot write to others until ${date}.`,
    muteForEver: "You cannot write to others any more.",
    when: (date: string) => `On ${date}`,
    read: "I have read this",
    failed: "This could not be noted. You will be told again next time.",
  },

  /** What the moderators say, by its code. */
  texts: {
    "be-kind": "Please be kind to the people you play with.",
    "fair-play": "Playing unfairly spoils the game for others.",
    "no-spam": "Please do not send the same thing again and again, or advertise.",
    "choose-name": "Your name was not acceptable here. Please choose another.",
    "house-rules": "Please keep to the rules of this site.",
  },
};

/** Every catalogue has exactly these keys. */
export type ModerationWords = typeof moderation;
