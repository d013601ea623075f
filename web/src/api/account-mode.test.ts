import { describe, expect, it } from "vitest";
import { safeStorage } from "../storage";
import { lock } from "./fakes";
import { createApi } from "./http";
import { ProblemError, problemFrom, problemOf } from "./problems";
import { type Call, COOKIE, createSend } from "./request";
import { createSession, type Exclusively } from "./session";

const unlocked: Exclusively = (work) => work();
const refusal = (status: number, code: string) => new ProblemError(problemFrom(status, { code }, null));
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "done",
    (error) => problemOf(error).code,
  );

/** One browser: tabs with a common storage, a cookie that may be good, and what the server was asked. */
function browser(exclusively: Exclusively = unlocked) {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  } as unknown as Storage;
  const asked: string[] = [];
  const known = { cookie: true, guests: new Set<string>(), codes: new Set<string>() };
  let made = 0;
  const send = async ({ path, token, body }: Call) => {
    asked.push(path);
    await new Promise((done) => setTimeout(done, 1));
    if (path.startsWith("players/")) {
      const code = (body as { recovery_code?: string }).recovery_code;
      if (path === "players/recover" && !known.codes.delete(code ?? "")) throw refusal(401, "unauthenticated");
      made += 1;
      known.guests.add(`t${made}`);
      known.codes.add(`c${made}`);
      return { player: "p", name: "n", token: `t${made}`, recovery_code: `c${made}` };
    }
    const isKnown = token === COOKIE ? known.cookie : known.guests.has(token ?? "");
    if (!isKnown) throw refusal(401, "unauthenticated");
    return { path };
  };
  const tab = () => {
    const session = createSession(
      send,
      safeStorage(() => storage),
      exclusively,
    );
    return { session, api: createApi(send, session) };
  };
  /** As the server does it: the guest's token and code are dead afterwards. */
  const join = async (token: string | null) => {
    asked.push(`join ${token}`);
    if (token && !known.guests.delete(token)) throw refusal(401, "unauthenticated");
    known.codes.clear();
    return { player: "p", name: "Aki" };
  };
  return { tab, asked, known, kept, join };
}

describe("who signs in", () => {
  it("hands the guest over, who is then forgotten", async () => {
    const { tab, join, asked, kept } = browser();
    const { session } = tab();
    expect(session.mode.value).toBe("none");
    await session.token();
    expect(session.mode.value).toBe("guest");
    await session.enter(join);
    expect(session.mode.value).toBe("account");
    expect(session.account.value).toMatchObject({ player: "p", name: "Aki" });
    expect(await session.token()).toBe(COOKIE);
    expect(asked).toEqual(["players/guest", "join t1"]);
    expect([...kept.keys()]).toEqual(["gyoji.account"]);
    expect(tab().session.mode.value).toBe("account");
  });

  it("hands over a guest whose token is no longer known by its recovery code", async () => {
    const { tab, join, asked, known } = browser();
    const { session } = tab();
    await session.token();
    known.guests.clear();
    await session.enter(join);
    expect(asked).toEqual(["players/guest", "join t1", "players/recover", "join t2"]);
  });

  it("signs in without a guest whom the server no longer knows", async () => {
    const { tab, join, asked, known } = browser();
    const { session } = tab();
    await session.token();
    known.guests.clear();
    known.codes.clear();
    await session.enter(join);
    expect(asked).toEqual(["players/guest", "join t1", "players/recover", "join null"]);
  });

  it("stays a guest when the account refuses its games", async () => {
    const { tab } = browser();
    const { session } = tab();
    await session.token();
    expect(await codeOf(session.enter(() => Promise.reject(refusal(409, "both-seats"))))).toBe("both-seats");
    expect(session.mode.value).toBe("guest");
    expect(await session.token()).toBe("t1");
  });
});

describe("a session that the server ended", () => {
  async function signedIn() {
    const given = browser();
    const { session, api } = given.tab();
    await session.enter(given.join);
    given.asked.length = 0;
    return { ...given, session, api };
  }

  it("says so, and makes nobody a guest", async () => {
    const { session, api, asked, known } = await signedIn();
    known.cookie = false;
    expect(await codeOf(api.me())).toBe("signed-out");
    expect(session.mode.value).toBe("ended");
    expect(await codeOf(api.turns())).toBe("signed-out");
    expect(await codeOf(session.renew(COOKIE))).toBe("signed-out");
    expect(asked.filter((path) => path.startsWith("players/"))).toEqual([]);
  });

  it("goes on after signing in again, or as a guest when that is wished", async () => {
    const { session, api, known, join } = await signedIn();
    known.cookie = false;
    await codeOf(api.me());
    known.cookie = true;
    await new Promise((done) => setTimeout(done, 2)); // another moment: another sign-in
    await session.enter(join);
    expect(await codeOf(api.me())).toBe("done");
    known.cookie = false;
    await codeOf(api.me());
    session.leave();
    expect(session.mode.value).toBe("none");
    expect(await codeOf(api.me())).toBe("done");
    expect(session.mode.value).toBe("guest");
  });

  it("is not taken for ended when one call alone was refused", async () => {
    const { session } = await signedIn();
    expect(await session.renew(COOKIE)).toBe(COOKIE);
    expect(session.mode.value).toBe("account");
  });

  it("is no longer asked about by who signed out meanwhile", async () => {
    const { session, known } = await signedIn();
    known.cookie = false;
    session.forget();
    expect(await codeOf(session.renew(COOKIE))).toBe("signed-out");
    expect(session.mode.value).toBe("none");
  });
});

describe("a second tab", () => {
  it("is signed in with the first", async () => {
    const { tab, join } = browser();
    const [one, two] = [tab(), tab()];
    await one.session.token();
    await two.session.token();
    await one.session.enter(join);
    expect(two.session.look()).toBe(true);
    expect(two.session.look()).toBe(false);
    expect(two.session.mode.value).toBe("account");
    expect(await two.session.renew("t1")).toBe(COOKIE);
  });

  it("makes no guest while the first one's is handed over", async () => {
    const { tab, join, asked } = browser(lock());
    const [one, two] = [tab(), tab()];
    await one.session.token();
    await two.session.token();
    const entering = one.session.enter(async (token) => {
      const joined = await join(token);
      await new Promise((done) => setTimeout(done, 1)); // the answer is on its way
      return joined;
    });
    const shown = two.session.renew("t1"); // its socket was closed
    await entering;
    expect(await shown).toBe(COOKIE);
    expect(asked.filter((path) => path === "players/guest")).toHaveLength(1);
  });

  it("says that the first one signed out, and makes no guest", async () => {
    const { tab, join, asked } = browser();
    const [one, two] = [tab(), tab()];
    await one.session.enter(join);
    two.session.look();
    one.session.forget();
    expect(await codeOf(two.api.me())).toBe("signed-out");
    expect(two.session.mode.value).toBe("ended");
    expect(one.session.mode.value).toBe("none");
    expect(asked).not.toContain("players/guest");
  });

  it("is the account also where there are no locks", async () => {
    const { tab, join } = browser();
    const [one, two] = [tab(), tab()];
    await one.session.token();
    await two.session.token();
    const entering = one.session.enter(join);
    const shown = two.session.renew("t1");
    await entering;
    expect(await shown).toBe(COOKIE);
    expect(two.session.mode.value).toBe("account");
  });

  it("hears of another name without being somebody else", async () => {
    const { tab, join } = browser();
    const [one, two] = [tab(), tab()];
    await one.session.enter(join);
    two.session.look();
    one.session.rename("Aki the fox");
    expect(two.session.look()).toBe(false);
    expect(two.session.account.value?.name).toBe("Aki the fox");
  });
});

describe("a call by cookie", () => {
  function sender(cookies: string[]) {
    const asked: [string, RequestInit][] = [];
    const fetch = async (input: unknown, init: RequestInit = {}) => {
      asked.push([String(input), init]);
      return new Response("{}");
    };
    const send = createSend({ fetch: fetch as typeof globalThis.fetch, csrf: () => cookies.shift() ?? "" });
    return { send, asked };
  }

  it("shows no token, and the CSRF cookie where it changes something", async () => {
    const { send, asked } = sender(["c", "c"]);
    await send({ method: "GET", path: "me", token: COOKIE });
    await send({ method: "POST", path: "rooms", body: {}, token: COOKIE });
    const [read, write] = asked.map(([, init]) => init);
    expect(read).toMatchObject({ credentials: "same-origin" });
    expect(Object.keys(read?.headers ?? {})).toEqual(["Accept"]);
    expect(write).toMatchObject({ credentials: "same-origin", headers: { "X-CSRFToken": "c" } });
    expect(write?.headers).not.toHaveProperty("Authorization");
  });

  it("fetches the CSRF cookie where there is none yet", async () => {
    const { send, asked } = sender(["", "new"]);
    await send({ method: "DELETE", path: "account/devices/s1", token: COOKIE });
    expect(asked.map(([path]) => path)).toEqual(["/_allauth/browser/v1/config", "/api/v1/account/devices/s1"]);
    expect(asked[1]?.[1].headers).toMatchObject({ "X-CSRFToken": "new" });
  });

  it("is none where a guest's token, or nobody, asks", async () => {
    const { send, asked } = sender(["c", "c"]);
    await send({ method: "POST", path: "rooms", body: {}, token: "gyoji_x" });
    await send({ method: "POST", path: "players/guest", body: {} });
    for (const [, init] of asked) expect(init).toMatchObject({ credentials: "omit" });
    for (const [, init] of asked) expect(init.headers).not.toHaveProperty("X-CSRFToken");
  });
});
