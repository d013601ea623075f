import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { replaceFolder } from "./build.mjs";

let place;
let dist;

beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), "build-"));
  dist = join(place, "dist");
  mkdirSync(dist);
  writeFileSync(join(dist, "index.html"), "the build before");
  writeFileSync(join(dist, "old.js"), "");
});

afterEach(() => rmSync(place, { recursive: true }));

it("a build that fails leaves the one before as it was, and nothing else", async () => {
  const fail = async (folder) => {
    mkdirSync(folder);
    writeFileSync(join(folder, "index.html"), "half a build");
    throw new Error("a word is missing");
  };
  await expect(replaceFolder(dist, fail)).rejects.toThrow("a word is missing");
  expect(readFileSync(join(dist, "index.html"), "utf8")).toBe("the build before");
  expect(readdirSync(place)).toEqual(["dist"]);
});

it("a build that succeeds takes the place of the one before, which is there until then", async () => {
  await replaceFolder(dist, async (folder) => {
    mkdirSync(folder);
    writeFileSync(join(folder, "index.html"), "the new build");
    expect(existsSync(join(dist, "old.js"))).toBe(true);
  });
  expect(readFileSync(join(dist, "index.html"), "utf8")).toBe("the new build");
  expect(readdirSync(dist)).toEqual(["index.html"]);
  expect(readdirSync(place)).toEqual(["dist"]);
});

it("the first build needs none before it", async () => {
  rmSync(dist, { recursive: true });
  await replaceFolder(dist, async (folder) => mkdirSync(folder));
  expect(readdirSync(place)).toEqual(["dist"]);
});
