/** Builds the client beside dist and swaps it in when it is whole: a server that runs goes on serving the one before. */
import { mkdtempSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { compress } from "./compress.mjs";

/** `make(next)` writes the new folder; what it throws is thrown on, and then `folder` is as it was. */
export async function replaceFolder(folder, make) {
  // why: beside it, for a rename must not cross file systems; a name of its own, for two may build at once
  const aside = mkdtempSync(join(dirname(folder), ".build-"));
  try {
    await make(join(aside, "next"));
    setAside(folder, join(aside, "before"));
    renameSync(join(aside, "next"), folder);
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}

function setAside(folder, to) {
  try {
    renameSync(folder, to);
  } catch (error) {
    if (error.code !== "ENOENT") throw error; // else this is the first build
  }
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL("..", import.meta.url));
  await replaceFolder(join(root, "dist"), async (outDir) => {
    await build({ root, logLevel: "warn", build: { outDir, emptyOutDir: true } });
    compress(outDir);
  });
}
