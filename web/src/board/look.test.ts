import { describe, expect, it } from "vitest";
import { en } from "../words/en";
import { SYMBOL_FACES } from "../words/faces";
import { ja } from "../words/ja";
import { luzhanqi } from "../words/luzhanqi/en";
import { planOf } from "./drawings";
import { FACE_WIDTH, faceLines, faceSize, lineWidth } from "./look";
import { sampleSystem } from "./sample";

const sizes = (faces: Readonly<Record<string, string>>) =>
  Object.values(faces).map((face) => faceSize(faceLines(face)));

describe("the size of a face", () => {
  it("keeps every letter readable where a square is 52 pixels wide", () => {
    for (const faces of [en.gunjin.faces, ja.gunjin.faces, SYMBOL_FACES]) {
      expect(Math.min(...sizes(faces)) * 52).toBeGreaterThanOrEqual(11);
    }
  });

  it("presses no word together by more than a fifth", () => {
    for (const face of Object.values(en.gunjin.faces)) {
      expect(lineWidth(face) * faceSize(faceLines(face))).toBeLessThanOrEqual(FACE_WIDTH / 0.8 + 1e-9);
    }
  });

  it("draws a sign larger than a word", () => {
    expect(Math.min(...sizes(SYMBOL_FACES))).toBeGreaterThan(Math.max(...sizes(en.gunjin.faces)));
  });

  it.each([
    ["dark", "tall", 59, 11],
    ["four", "wide", 40, 11],
    ["four", "tall", 18.9, 5.7],
  ] as const)("fits the blocks of %s in a %s window", (board, shape, square, least) => {
    const { form } = planOf(sampleSystem(board), null, shape);
    for (const faces of [luzhanqi.faces, luzhanqi.chineseFaces, luzhanqi.symbolFaces]) {
      for (const face of Object.values<string>(faces)) {
        const lines = faceLines(face, form);
        const size = faceSize(lines, form);
        expect(size * square, face).toBeGreaterThanOrEqual(least);
        expect(size * lines.length).toBeLessThanOrEqual(form.height);
        expect(size * Math.max(...lines.map(lineWidth)) * 0.8).toBeLessThanOrEqual(form.width);
      }
    }
  });
});
