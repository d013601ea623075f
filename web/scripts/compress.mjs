import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const WORTH_IT = /\.(js|css|html|svg|json|webmanifest|txt)$/;

/** Writes a .br and a .gz next to every file of a build that compression makes smaller. */
export function compress(folder) {
  for (const name of readdirSync(folder, { recursive: true })) {
    if (!WORTH_IT.test(name)) continue;
    const path = join(folder, name);
    const plain = readFileSync(path);
    const packed = {
      br: brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } }),
      gz: gzipSync(plain, { level: 9 }),
    };
    for (const [suffix, bytes] of Object.entries(packed)) {
      if (bytes.length < plain.length * 0.95) writeFileSync(`${path}.${suffix}`, bytes);
    }
  }
}
