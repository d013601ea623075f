import { describe, expect, it } from "vitest";
import { deviceName } from "./device-name";
import { leadsToDesk, safeNext } from "./flow";

const HERE = "https://play.example/account/sign-in";

describe("where a sign-in leads", () => {
  it.each(["/", "/r/abc?x=1#2.secret", "/admin/", "/history"])("may be %s", (next) => {
    expect(safeNext(next, HERE)).toBe(next);
  });

  it.each([
    null,
    "",
    "history",
    "https://evil.example/",
    "//evil.example/",
    "/\\evil.example/",
    "/\t/evil.example/",
    "\\\\evil.example",
    "javascript:alert(1)",
    "/..//evil.example/",
  ])("is never %j", (next) => {
    expect(safeNext(next, HERE)).toBeNull();
  });

  it("is the desk only where it says so", () => {
    expect(["/admin", "/admin/", "/admin/games/report/1"].map(leadsToDesk)).toEqual([true, true, true]);
    expect([null, "/", "/administer", "/r/admin"].map(leadsToDesk)).toEqual([false, false, false, false]);
  });
});

describe("a device", () => {
  it.each([
    ["Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox · Windows"],
    [
      "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36",
      "Chrome · Linux",
    ],
    [
      "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0",
      "Edge · Windows",
    ],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
      "Safari · iPhone",
    ],
    [
      "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36",
      "Chrome · Android",
    ],
    ["Gyoji-App/1.0", "Gyoji-App/1.0"],
    ["", null],
  ])("%s", (userAgent, name) => {
    expect(deviceName(userAgent)).toBe(name);
  });
});
