import { expect, it } from "vitest";
import { createSettings, facesFor } from "./settings";
import { safeStorage } from "./storage";

function storage(kept: Record<string, string> = {}): Storage {
  const map = new Map(Object.entries(kept));
  return {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
    kept: map,
  } as unknown as Storage;
}

it("keeps what was chosen, and only that", () => {
  const raw = storage();
  const settings = createSettings(
    safeStorage(() => raw),
    ["ja-JP", "en"],
  );
  expect(settings.language.value).toBe("ja");
  expect((raw as unknown as { kept: Map<string, string> }).kept.size).toBe(0);
  settings.theme.value = "dark";
  settings.sound.value = true;
  settings.sound.value = false;
  const again = createSettings(
    safeStorage(() => raw),
    ["en"],
  );
  expect([again.theme.value, again.sound.value, again.language.value]).toEqual(["dark", false, "en"]);
});

it("passes over what an older version or a hand left behind", () => {
  const raw = storage({ "gyoji.setting.theme": '"pink"', "gyoji.setting.view": "{", "gyoji.setting.sound": "1" });
  const settings = createSettings(
    safeStorage(() => raw),
    ["en"],
  );
  expect([settings.theme.value, settings.view.value, settings.sound.value]).toEqual(["system", "auto", false]);
});

it("remembers for as long as the page is open where nothing can be stored", () => {
  const store = safeStorage(() => {
    throw new Error("forbidden");
  });
  createSettings(store, ["en"]).theme.value = "light";
  expect(createSettings(store, ["en"]).theme.value).toBe("light");
});

it("writes pieces in the language of the page until another face is chosen", () => {
  expect((["en", "ja", "zh-Hans", "zh-Hant"] as const).map((lang) => facesFor("auto", lang))).toEqual([
    ...["own", "own", "chinese", "chinese"],
  ]);
  expect(facesFor("chinese", "en")).toBe("chinese");
  const kept = storage({ "gyoji.setting.faces": '"symbol"' });
  expect(
    createSettings(
      safeStorage(() => kept),
      ["en"],
    ).faces.value,
  ).toBe("symbol");
  expect(createSettings(safeStorage(storage), ["en"]).faces.value).toBe("auto");
});
