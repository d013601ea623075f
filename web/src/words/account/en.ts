/** English, and the shape of the other catalogues. */

import { plurals } from "../plural";

const counted = plurals("en");

export const account = {
  title: "Account",
  signIn: "Sign in",
  signUp: "Create an account",
  signOut: "Sign out",
  goOn: "Go on as a guest",
  save: "Save",
  copy: "Copy",
  copied: "Copied.",
  copyFailed: "That could not be copied. Select it and copy it by hand.",

  fields: {
    email: "E-mail address",
    newEmail: "New e-mail address",
    password: "Password",
    currentPassword: "Current password",
    newPassword: "New password",
    passwordHint: "At least 10 characters. Several words are easier to remember than signs.",
    show: "Show the password",
    code: "Code from the e-mail",
    secondFactor: "Code",
    invitation: "Invitation code",
    name: "Name",
    recovery: "Recovery code",
    label: "What it is for",
  },

  signInPage: {
    keep: "Games and layouts of this browser come along.",
    forgot: "Forgot your password?",
    noAccount: "No account yet?",
    ended: "You were signed in here and are not any more.",
    desk: "Signing in leads on to the moderators' desk.",
  },

  signUpPage: {
    lead: "With an account your games, layouts and name are yours on every device. You need an e-mail address and a password.",
    keep: "What you played in this browser as a guest stays yours.",
    haveAccount: "You have an account?",
    closed: "This site takes no new accounts. You can play as a guest.",
    invited: "On this site one needs an invitation to register.",
  },

  confirmPage: {
    title: "Confirm your address",
    sentTo: (email: string) => `We have sent an e-mail to ${email}.`,
    sent: "We have sent you an e-mail.",
    enter: "It holds a code that is good for 15 minutes. If the address has an account already, it says so instead.",
    confirm: "Confirm",
    again: "Send another code",
    sentAgain: "Another code is on its way. The one before is no longer good.",
    nothing: "No code is waited for. It may be too old, or it was mistyped three times. Begin again.",
    begin: "Begin again",
  },

  resetPage: {
    title: "New password",
    lead: "Tell us the address of your account. We send a code there, with which you choose a new password.",
    send: "Send a code",
    sentTo: (email: string) =>
      `If ${email} has an account, an e-mail with a code is on its way. The code is good for 15 minutes.`,
    set: "Set the password",
    other: "Another address, or another code",
    isSet: "Your password is changed. Sign in with it.",
  },

  secondFactorPage: {
    title: "Second step",
    lead: "Enter the six digits that your authenticator app shows, or one of your recovery codes.",
    nothing: "No sign-in is waiting for a code. Begin again.",
  },

  joining: {
    busy: "Signing you in…",
    welcome: (name: string) => `You are signed in as ${name}.`,
    merged: "The games and layouts of this browser are now with your account.",
    adopted: "Your account is made. Everything you played here is in it.",
    bothSeats: {
      title: "You would play against yourself",
      text: "The guest of this browser and your account sit in the same room. Leave it with one of them first; then sign in again.",
      match: "To the game",
    },
    quota: { title: "This site is full", text: "It takes no more accounts at present. You can go on as a guest." },
    closed: {
      title: "Registering is not possible here",
      text: "This site takes no new accounts, or only with an invitation. You can go on as a guest.",
    },
    invitation: "Register with the invitation",
  },

  guest: {
    nobody: "Nobody has played in this browser yet. You need no account to play.",
    lead: "You play as a guest: your games are known to this browser alone.",
    keep: "Keep your games",
    keepText: "With an account they are there on your other devices, and are not lost when this browser is cleared.",
    recovery: "Recovery code",
    recoveryText:
      "With this code you go on as this guest in another browser. It is good once; whoever has it can play as you.",
    showCode: "Show the code",
    use: "I have a recovery code",
    useText: "Go on as the guest of another browser. The guest of this one is then gone.",
    useIt: "Use the code",
    isBack: (name: string) => `You are ${name} again.`,
  },

  you: {
    name: "Your name",
    nameHint: "Others see it. Up to 24 characters; it can be changed three times a day.",
    renamed: (name: string) => `You are now called ${name}.`,
    guest: "Guest",
    desk: "To the moderators' desk",
    signedOut: "You are signed out.",
  },

  email: {
    title: "E-mail address",
    now: (email: string) => `Your address is ${email}.`,
    change: "Send a code to the new address",
    sentTo: (email: string) => `We have sent a code to ${email}. Until it is entered, the old address counts.`,
    confirm: "Use this address",
    changed: "Your address is changed.",
  },

  password: {
    title: "Password",
    change: "Change the password",
    none: "You have no password yet: you sign in through another site. You can set one.",
    changed: "Your password is changed. Other devices are signed out.",
    again: "Your password, please",
    againText: "So that nobody does this who found your device unlocked.",
    noneToShow: "Sign out and in again, then try once more within ten minutes.",
    goOn: "Go on",
  },

  factor: {
    title: "Second step at sign-in",
    off: "Besides the password, a code of an app on your phone can be asked for. Who steals the password is then still kept out.",
    on: "A code of your authenticator app is asked for when you sign in.",
    setUp: "Set it up",
    scan: "Scan this with your authenticator app, then enter the six digits that it shows.",
    picture: "QR code for the authenticator app",
    byHand: "Or enter this key by hand:",
    open: "Open in an app on this device",
    switchOn: "Switch it on",
    isOn: "The second step is on. Other devices are signed out.",
    codes: "Recovery codes",
    codesText: "Each of them signs you in once when your phone is not there. Keep them where you keep other papers.",
    showCodes: "Show the recovery codes",
    switchOff: "Switch it off",
    isOff: "The second step is off. Other devices are signed out.",
  },

  devices: {
    title: "Devices",
    text: "Where your account is signed in.",
    this: "This device",
    app: "App",
    unknown: "Unknown device",
    used: (date: string) => `Last used ${date}`,
    since: (date: string) => `Signed in ${date}`,
    end: "Sign out",
    endOf: (device: string) => `Sign out: ${device}`,
    ended: "The device is signed out.",
    everywhere: "Sign out everywhere",
    everywhereTitle: "Sign out everywhere?",
    everywhereText: "Every device is signed out, this one too.",
  },

  programs: {
    title: "Programs and bots",
    text: "A program of yours can play or read by a token, as you or as a bot of yours. Bots are marked as such.",
    manual: "How programs play",
    tokens: "Tokens",
    noTokens: "No token yet.",
    make: "Make a token",
    as: "It acts as",
    you: "you",
    scopes: "It may",
    scopeNames: {
      play: "play",
      read: "read games and history",
      layouts: "keep layouts",
      moderate: "moderate",
    },
    days: "It is good for",
    dayChoices: { "30": "30 days", "90": "90 days", "365": "a year" },
    made: "Copy the token now; it is never shown again.",
    until: (date: string) => `good until ${date}`,
    end: "Revoke",
    endOf: (label: string) => `Revoke: ${label}`,
    ended: "The token is revoked.",
    bots: "Bots",
    noBots: "No bot yet.",
    newBot: "Name of the new bot",
    makeBot: "Make a bot",
    madeBot: (name: string) => `${name} is ready. Make a token for it.`,
  },

  archive: {
    title: "A copy of your data",
    text: "Everything that is kept about you, as a ZIP file: games, layouts, settings, devices, reports.",
    get: "Download the copy",
  },

  erasure: {
    title: "Delete the account",
    guestTitle: "Delete this guest",
    text: "Your name, layouts, settings and sign-ins are deleted, and games that are still going on are resigned. Your opponents keep their games, against “Deleted”. This cannot be undone.",
    open: "Delete…",
    type: (name: string) => `To confirm, type your name: ${name}`,
    delete: "Delete for good",
    deleted: "You are deleted. Nothing of you is left here.",
  },

  /** By code: what is wrong in a field or a form. */
  faults: {
    required: "This is needed.",
    invalid: "This is not a complete e-mail address.",
    email_password_mismatch: "This address and this password do not go together.",
    too_many_login_attempts: "Too many tries. Wait five minutes, then try again.",
    password_too_short: "The password is too short: at least 10 characters.",
    password_too_common: "This password is too common.",
    password_entirely_numeric: "A password of digits alone is too easy to guess.",
    password_too_similar: "This password is too much like your address.",
    password_breached: "This password was stolen from another site; choose another one.",
    incorrect_code: "This code is not right.",
    code_expired: "This code is no longer good. Ask for another one.",
    enter_current_password: "This is not your current password.",
    incorrect_password: "This password is not right.",
    email_taken: "Another account has this address.",
    add_email_blocked: "Switch the second step off first; then the address can be changed.",
    unverified_email: "Confirm your e-mail address first.",
    totp_active: "The second step is on already.",
    "name-taken": "Another player has this name, or one that looks like it.",
    "bad-name": "This name cannot be taken: it is reserved, too long, or mixes signs that look alike.",
    "wrong-name": "This is not your name.",
    "wrong-recovery": "This recovery code is not known. Perhaps it was used already.",
    "no-scope": "Choose at least one thing.",
    other: "This was not accepted.",
  },

  /** By problem code, where the general words do not say enough. */
  refusals: {
    "rate-limited": "That was too often. Wait a moment, then try again.",
    "registration-closed": "This site takes no new accounts, or only with an invitation.",
    "names-limited": "You have changed your name three times today. Try again tomorrow.",
    "archive-limited": "You have had three copies within the hour. Try again later.",
    "quota-reached": "There are as many as there may be. Delete or revoke one first.",
    "scope-missing": "You cannot give this away.",
    network: "The server cannot be reached. Check your connection and try again.",
    other: "That did not work. Try again.",
  },

  seconds: (count: number) => counted(count, { one: "Try again in # second.", other: "Try again in # seconds." }),
};

/** Every catalogue has exactly these keys. */
export type AccountWords = typeof account;
