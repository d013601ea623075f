import { describe, expect, it } from "vitest";
import { en } from "../words/en";
import { SYMBOL_FACES } from "../words/faces";
import { ja } from "../words/ja";
import { FACE_WIDTH, faceLines, faceSize, lineWidth } from "./look";

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
});
