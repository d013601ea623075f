import { describe, expect, it, vi } from "vitest";
import { safeStorage } from "../storage";
import { type Answer, fakeFetch } from "./fakes";
import { createApi } from "./http";
import { isProblem, ProblemError, problemOf } from "./problems";
import { type Call, createSend, sleep } from "./request";
import { createSession } from "./session";
import { createSocial } from "./social";

const GUEST: Answer = { status: 201, body: { player: "p", name: "Guest", token: "t1", recovery_code: "code" } };
const AGAIN: Answer = { status: 200, body: { player: "p", name: "Guest", token: "t2", recovery_code: "code" } };
const OTHER: Answer = { status: 201, body: { player: "q", name: "Guest 2", token: "t3", recovery_code: "other" } };
const problem = (status: number, code: string, more = {}): Answer => ({
  status,
  body: { code, detail: "why", ...more },
});

function noStorage() {
  return safeStorage(() => {
    throw new Error("forbidden");
  });
}

function client(...answers: (Answer | Error)[]) {
  const { fetch, asked } = fakeFetch(...answers);
  const naps: number[] = [];
  const send = createSend({
    fetch,
    random: () => 0.5,
    sleep: async (ms) => {
      naps.push(ms);
    },
  });
  const store = noStorage();
  const session = createSession(send, store);
  return { api: createApi(send, session), social: createSocial(send, session), session, asked, naps, store };
}

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "done",
    (error) => problemOf(error).code,
  );

describe("a guest", () => {
  it("is made once, when first needed, also where nothing can be stored", async () => {
    const { api, session, asked } = client(GUEST, { body: {} });
    expect(session.guest.value).toBeNull();
    await Promise.all([api.me(), api.room("a b")]);
    expect(asked.map(({ path }) => path)).toEqual(["players/guest", "me", "rooms/a%20b"]);
    expect(asked[1]?.headers.Authorization).toBe("Bearer t1");
    expect(session.guest.value?.recoveryCode).toBe("code");
  });

  it("comes back by its recovery code when the token is no longer known", async () => {
    const { api, session, asked } = client(GUEST, problem(401, "unauthenticated"), AGAIN, { body: { name: "Guest" } });
    expect(await api.me()).toEqual({ name: "Guest" });
    expect(asked.map(({ path }) => path)).toEqual(["players/guest", "me", "players/recover", "me"]);
    expect(asked[3]?.headers.Authorization).toBe("Bearer t2");
    expect(session.guest.value?.player).toBe("p");
  });

  it("is a new one when the code is not known either, and only once", async () => {
    const gone = problem(401, "unauthenticated");
    const { api, asked } = client(GUEST, gone, gone, OTHER, gone);
    expect(await codeOf(api.me())).toBe("unauthenticated");
    expect(asked.map(({ path }) => path)).toEqual(["players/guest", "me", "players/recover", "players/guest", "me"]);
  });

  it("stays banned", async () => {
    const { api, asked } = client(GUEST, problem(403, "banned"));
    expect(await codeOf(api.me())).toBe("banned");
    expect(asked).toHaveLength(2);
    const renewed = client(GUEST, problem(401, "unauthenticated"), problem(403, "banned"));
    expect(await codeOf(renewed.api.me())).toBe("banned");
  });

  it("is the one that another tab made", async () => {
    const { session, store, asked } = client(GUEST);
    await session.token();
    store.set("gyoji.guest", JSON.stringify({ token: "tab", player: "p", name: "n", recoveryCode: "c" }));
    expect(await session.token()).toBe("tab");
    expect(await session.renew("t1")).toBe("tab");
    expect(asked).toHaveLength(1);
  });

  it("is made anew where the kept one is broken", async () => {
    const { session, store } = client(GUEST);
    store.set("gyoji.guest", "{not json");
    expect(await session.token()).toBe("t1");
  });
});

describe("faults", () => {
  it("repeats reads with growing pauses, then says that there is no network", async () => {
    const { api, asked, naps } = client(GUEST, new TypeError("failed to fetch"));
    expect(await codeOf(api.me())).toBe("network");
    expect(asked).toHaveLength(5);
    expect(naps).toEqual([300, 600, 1200]);
  });

  it("waits as long as a busy server asks", async () => {
    const { api, naps } = client(GUEST, problem(503, "unavailable", { retry_after: 2 }), { body: {} });
    await api.me();
    expect(naps).toEqual([2000]);
  });

  it("reads the header where a proxy answers", async () => {
    const { api, naps } = client(GUEST, { status: 429, headers: { "Retry-After": "3" } }, { body: {} });
    await api.me();
    expect(naps).toEqual([3000]);
  });

  it("never repeats what would happen twice", async () => {
    const { api, asked } = client(GUEST, new TypeError("failed to fetch"));
    expect(await codeOf(api.createRoom({ system: "gunjin", opponent: "friend" }))).toBe("network");
    expect(asked).toHaveLength(2);
  });

  it("sends a line of the chat once, under its id", async () => {
    const { social, asked } = client(GUEST, new Error("cut off"));
    expect(await codeOf(social.say("room", { preset: "hello" }, "id-1"))).toBe("network");
    expect(asked.slice(1)).toMatchObject([
      { method: "POST", path: "rooms/room/chat", body: { preset: "hello" }, headers: { "Idempotency-Key": "id-1" } },
    ]);
  });

  it("repeats a command under the same id", async () => {
    const { api, asked } = client(GUEST, new TypeError("x"), { body: { v: 7 } });
    const command = { id: "id-1", type: "play", args: { ply: ["a1", "a2"] } } as const;
    expect(await api.command("m", command, { seat: "first", expect: { epoch: 2, version: 6 } })).toBe(7);
    const [, one, two] = asked;
    expect(one).toEqual(two);
    expect(one?.headers).toMatchObject({ "Idempotency-Key": "id-1", "If-Match": '"e2-v6"' });
    expect(one?.body).toEqual({ type: "play", args: { ply: ["a1", "a2"] }, seat: "first" });
  });

  it("keeps what a refusal says", async () => {
    const reasons = [{ code: "incomplete", squares: ["a1"] }];
    const { api } = client(GUEST, problem(422, "illegal-layout", { reasons }));
    const error = await api.saveLayout("gunjin", "n", {}, "first").catch((caught) => caught);
    expect(error).toBeInstanceOf(ProblemError);
    expect(error.problem).toMatchObject({ code: "illegal-layout", detail: "why", status: 422, reasons });
    expect(isProblem(error, "illegal-layout")).toBe(true);
  });

  it("gives up after a while and says so", async () => {
    vi.useFakeTimers();
    const hang = (_input: unknown, init?: RequestInit) =>
      new Promise<Response>((_, reject) => init?.signal?.addEventListener("abort", () => reject(new Error("aborted"))));
    const send = createSend({ fetch: hang as typeof fetch });
    const asked = codeOf(send({ method: "POST", path: "rooms", timeout: 50 }));
    await vi.advanceTimersByTimeAsync(60);
    expect(await asked).toBe("network");
    vi.useRealTimers();
  });

  it("stops when the caller does not want it any more", async () => {
    const abort = new AbortController();
    const { fetch } = fakeFetch(new TypeError("x"));
    const asked = createSend({ fetch, sleep }).call(null, { method: "GET", path: "me", signal: abort.signal });
    setTimeout(() => abort.abort(), 20);
    await expect(asked).rejects.toThrow(/abort/i);
  });

  it("takes a deletion that finds nothing for done", async () => {
    const { api } = client(GUEST, problem(404, "not-found"));
    await expect(api.deleteLayout("id")).resolves.toBeUndefined();
  });
});

describe("the server's clock", () => {
  const DATE = { Date: "Mon, 30 Nov 2026 08:00:00 GMT" };

  function measured(call: Partial<Call>, ...answers: Parameters<typeof fakeFetch>) {
    const times = [Date.parse("2026-11-30T07:00:00Z"), Date.parse("2026-11-30T07:00:01Z")];
    const heard: number[] = [];
    const send = createSend({
      fetch: fakeFetch(...answers).fetch,
      now: () => times.shift() ?? 0,
      heardTime: (ms) => heard.push(ms),
    });
    return send({ method: "POST", path: "x", ...call }).then(
      () => heard,
      () => heard,
    );
  }

  it("is read from every answer, refusals too, in the middle of the call and of the second", async () => {
    expect(await measured({}, { body: {}, headers: DATE })).toEqual([3_600_000]);
    expect(await measured({}, { status: 404, headers: DATE })).toEqual([3_600_000]);
  });

  it("is not read from an answer that was waited for, nor where none is told", async () => {
    expect(await measured({ timeout: 30_000 }, { body: {}, headers: DATE })).toEqual([]);
    expect(await measured({}, { body: {} })).toEqual([]);
    expect(await measured({}, { body: {}, headers: { Date: "soon" } })).toEqual([]);
  });
});

describe("systems", () => {
  it("are asked for once, without a guest, and again after a failure", async () => {
    const { api, asked } = client(problem(404, "not-found"), { body: { key: "gunjin", squares: [], kinds: [] } });
    expect(await codeOf(api.system("gunjin"))).toBe("not-found");
    await api.system("gunjin");
    await api.system("gunjin");
    await api.system("gunjin", { plane_jump: "none" });
    expect(asked.map(({ path }) => path)).toEqual([
      "systems/gunjin",
      "systems/gunjin",
      "systems/gunjin?options=%7B%22plane_jump%22%3A%22none%22%7D",
    ]);
    expect(asked[0]?.headers.Authorization).toBeUndefined();
  });
});
