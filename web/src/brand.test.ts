import { describe, expect, it } from "vitest";
import { type Branding, coloursOf, contrast, createBrand } from "./brand";
import { safeStorage } from "./storage";

const PLAIN: Branding = { name: "Gyoji", accent: "", background: "", logo_url: "" };
/** Text, and what it stands on, of each scheme. */
const LIGHT = { surface: "#fffbf3", ink: "#2a231b", soft: "#65584a" };
const DARK = { surface: "#231f1b", ink: "#f0e7d9", soft: "#b8ab99" };
const pair = (value: string | null) => /^light-dark\((#\w{6}), (#\w{6})\)$/.exec(value ?? "")?.slice(1) ?? [];

describe("a site's colours", () => {
  it("are the client's own where it has none", () => {
    expect(coloursOf(null)).toEqual({ "--vermilion": null, "--paper": null });
    expect(coloursOf(PLAIN)).toEqual({ "--vermilion": null, "--paper": null });
    expect(coloursOf({ ...PLAIN, accent: "red; x: url(//evil)" })).toEqual({ "--vermilion": null, "--paper": null });
  });

  it.each(["#7a1f1f", "#ffff00", "#000000", "#ffffff", "#808080", "#00a0ff"])(
    "%s can be read in both schemes",
    (accent) => {
      const [light = "", dark = ""] = pair(coloursOf({ ...PLAIN, accent })["--vermilion"]);
      expect(contrast(light, LIGHT.surface)).toBeGreaterThan(4.5);
      expect(contrast(dark, DARK.surface)).toBeGreaterThan(4.5);
    },
  );

  it.each(["#ffffff", "#000000", "#808080", "#004020", "#ffd700"])("%s bears text in both schemes", (background) => {
    const colours = coloursOf({ ...PLAIN, background });
    const [light = "", dark = ""] = pair(colours["--paper"]);
    const [accent = "", accentInDark = ""] = pair(colours["--vermilion"]);
    for (const text of [LIGHT.ink, LIGHT.soft, accent]) expect(contrast(light, text)).toBeGreaterThan(4.5);
    for (const text of [DARK.ink, DARK.soft, accentInDark]) expect(contrast(dark, text)).toBeGreaterThan(4.5);
  });

  it("are no lighter in the dark than the panels", () => {
    const [, dark = ""] = pair(coloursOf({ ...PLAIN, background: "#ffffff" })["--paper"]);
    expect(contrast(dark, "#000000")).toBeLessThan(contrast(DARK.surface, "#000000"));
  });

  it("stay as they are where they can be read", () => {
    expect(pair(coloursOf({ ...PLAIN, accent: "#7a1f1f" })["--vermilion"])[0]).toBe("#7a1f1f");
  });
});

describe("a site's brand", () => {
  it("is shown as it was kept, then as the server says", async () => {
    const memory = new Map<string, string>();
    const storage = {
      getItem: (key: string) => memory.get(key) ?? null,
      setItem: (key: string, value: string) => void memory.set(key, value),
      removeItem: (key: string) => void memory.delete(key),
    } as unknown as Storage;
    const store = safeStorage(() => storage);
    const painted: (string | null)[] = [];
    const paint = (name: string, value: string | null) => void (name === "--vermilion" && painted.push(value));
    const answers = [{ ...PLAIN, name: "The Club", accent: "#7a1f1f" }, PLAIN];
    const ask = async () => ({ branding: answers.shift() ?? PLAIN });

    const first = createBrand(ask, store, paint);
    expect(first.shown.value).toBeNull();
    await first.load();
    expect(first.shown.value?.name).toBe("The Club");
    const second = createBrand(ask, store, paint);
    expect(second.shown.value?.name).toBe("The Club");
    await second.load();
    expect(second.shown.value?.name).toBe("Gyoji");
    expect(painted.map((value) => value !== null)).toEqual([false, true, true, false]);
    memory.set("gyoji.brand", "{broken");
    expect(createBrand(ask, store, paint).shown.value).toBeNull();
  });
});
