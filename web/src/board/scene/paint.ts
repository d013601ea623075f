/** Canvas drawings that become textures; no image is ever loaded. */

import { CanvasTexture, SRGBColorSpace } from "three";

export function canvasOf(width: number, height: number): [HTMLCanvasElement, CanvasRenderingContext2D] {
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(width);
  canvas.height = Math.round(height);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("no 2D canvas");
  return [canvas, context];
}

export function textureOf(canvas: HTMLCanvasElement): CanvasTexture {
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = 8;
  return texture;
}

/** The same noise for the same seed: a board looks the same every time. */
export function noise(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) >>> 0;
    return state / 4294967296;
  };
}

/** Planks of wood with grain from top to bottom. */
export function drawWood(
  context: CanvasRenderingContext2D,
  width: number,
  height: number,
  look: { base: string; dark: string; light: string; lines: number; seed: number },
): void {
  const next = noise(look.seed);
  context.fillStyle = look.base;
  context.fillRect(0, 0, width, height);
  for (let index = 0; index < 9; index++) {
    const x = next() * width;
    const reach = width * (0.06 + next() * 0.14);
    const band = context.createLinearGradient(x - reach, 0, x + reach, 0);
    const tone = index % 2 === 0 ? look.dark : look.light;
    band.addColorStop(0, `${tone}00`);
    band.addColorStop(0.5, `${tone}40`);
    band.addColorStop(1, `${tone}00`);
    context.fillStyle = band;
    context.fillRect(x - reach, 0, 2 * reach, height);
  }
  for (let index = 0; index < look.lines; index++) {
    const x = next() * width;
    const sway = (next() - 0.5) * width * 0.03;
    context.strokeStyle = next() < 0.65 ? look.dark : look.light;
    context.globalAlpha = 0.07 + next() * 0.16;
    context.lineWidth = 0.6 + next() * 1.8;
    context.beginPath();
    context.moveTo(x, 0);
    context.bezierCurveTo(x + sway, height * 0.3, x - sway, height * 0.7, x + sway / 2, height);
    context.stroke();
  }
  context.globalAlpha = 1;
}
