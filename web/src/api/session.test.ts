import { describe, expect, it } from "vitest";
import { safeStorage } from "../storage";
import { lock } from "./fakes";
import { ProblemError, problemFrom } from "./problems";
import type { Call } from "./request";
import { acrossTabs, createSession, type Exclusively } from "./session";

/** What several tabs of one browser have in common: the storage, the locks, and the server. */
function browser(exclusively: Exclusively) {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  const asked: string[] = [];
  let made = 0;
  /** A recovery code is good once. */
  const codes = new Set(["c0"]);
  const answer = () => {
    made += 1;
    codes.add(`c${made}`);
    return { player: "p", name: "n", token: `t${made}`, recovery_code: `c${made}` };
  };
  const send = async ({ path, body }: Call) => {
    asked.push(path);
    await new Promise((done) => setTimeout(done, 1));
    const code = (body as { recovery_code?: string }).recovery_code;
    if (path === "players/recover" && !codes.delete(code ?? "")) {
      throw new ProblemError(problemFrom(401, { code: "unauthenticated" }, null));
    }
    const told = answer();
    await new Promise((done) => setTimeout(done, 1));
    return told;
  };
  const tab = () =>
    createSession(
      send,
      safeStorage(() => storage as unknown as Storage),
      exclusively,
    );
  return { tab, asked, storage };
}

const unlocked: Exclusively = (work) => work();

describe("two tabs that are opened at once", () => {
  it("make one guest", async () => {
    const { tab, asked } = browser(lock());
    const [one, two] = [tab(), tab()];
    expect(await Promise.all([one.token(), two.token()])).toEqual(["t1", "t1"]);
    expect(asked).toEqual(["players/guest"]);
    expect(two.guest.value?.token).toBe("t1");
  });

  it("are one guest also where there are no locks", async () => {
    const { tab } = browser(unlocked);
    const [one, two] = [tab(), tab()];
    expect(await Promise.all([one.token(), two.token()])).toEqual(["t1", "t1"]);
    expect(await Promise.all([one.token(), two.token()])).toEqual(["t1", "t1"]);
  });

  it("spend the recovery code once", async () => {
    const { tab, asked, storage } = browser(lock());
    storage.setItem("gyoji.guest", JSON.stringify({ token: "t0", recoveryCode: "c0" }));
    const [one, two] = [tab(), tab()];
    expect(await Promise.all([one.renew("t0"), two.renew("t0")])).toEqual(["t1", "t1"]);
    expect(asked).toEqual(["players/recover"]);
  });

  it("stay one guest without locks, though the recovery code is good only once", async () => {
    const { tab, storage } = browser(unlocked);
    storage.setItem("gyoji.guest", JSON.stringify({ token: "t0", recoveryCode: "c0" }));
    const [one, two] = [tab(), tab()];
    expect(await Promise.all([one.renew("t0"), two.renew("t0")])).toEqual(["t1", "t1"]);
  });
});

describe("the lock of the browser", () => {
  const late = {
    request: (_name: string, { signal }: LockOptions) =>
      Promise.reject(signal?.reason ?? new DOMException("", "TimeoutError")),
  };

  it("is done without where there is none, or another tab does not let it go", async () => {
    expect(await acrossTabs(undefined)(async () => 1)).toBe(1);
    expect(await acrossTabs(late as unknown as LockManager)(async () => 2)).toBe(2);
  });

  it("does not hide why the work failed, nor does it twice", async () => {
    let times = 0;
    const locks = { request: (_name: string, _options: LockOptions, work: () => unknown) => work() };
    const work = async () => {
      times += 1;
      throw new ProblemError({ code: "network", detail: "" });
    };
    await expect(acrossTabs(locks as unknown as LockManager)(work)).rejects.toThrow("network");
    expect(times).toBe(1);
  });
});
