// Answers for tests/e2e/words.py: a line {"lang", "path", "args"} in, the catalogue's entry out.
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const web = process.argv[2];
const { rolldown } = await import(pathToFileURL(createRequire(join(web, "node_modules/vite/package.json")).resolve("rolldown")).href);
const files = { en: "en", "zh-Hans": "zhHans", "zh-Hant": "zhHant", ja: "ja" };
// Catalogues that the page loads when it needs them: a folder each, found here under its name.
const LATER = ["moderation", "account", "social", "luzhanqi"];
const from = (...path) => JSON.stringify(join(web, "src/words", ...path));
const entry = Object.entries(files).flatMap(([file, name]) => [
  `export { ${name} } from ${from(`${file}.ts`)};`,
  ...LATER.map((later) => `export { ${later} as ${name}_${later} } from ${from(later, `${file}.ts`)};`),
]);
const bundle = await rolldown({
  input: "entry",
  plugins: [{ name: "entry", resolveId: (id) => (id === "entry" ? id : null), load: (id) => (id === "entry" ? entry.join("\n") : null) }],
});
const { output } = await bundle.generate({ format: "esm" });
const built = join(tmpdir(), `gyoji-words-${process.pid}.mjs`);
writeFileSync(built, output[0].code);
process.on("exit", () => {
  try { (createRequire(import.meta.url)("node:fs")).unlinkSync(built); } catch {}
});
const all = await import(pathToFileURL(built).href);

for await (const line of createInterface({ input: process.stdin })) {
  const { lang, path, args } = JSON.parse(line);
  let found = { ...all[files[lang]], ...Object.fromEntries(LATER.map((later) => [later, all[`${files[lang]}_${later}`]])) };
  for (const part of path ? path.split(".") : []) found = found?.[part];
  const text = typeof found === "function" ? found(...args) : found;
  process.stdout.write(`${JSON.stringify(text ?? null)}\n`);
}
