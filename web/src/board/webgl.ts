import type { BoardMode } from "./props";

interface Drawing3d {
  possible: boolean;
  /** By a graphics card; a processor that plays one takes half a second for a picture. */
  quick: boolean;
}

const BY_PROCESSOR = /swiftshader|llvmpipe|softpipe|software|basic render/i;

let answer: Drawing3d | null = null;
/** What the device was asked with, for the first board: the page waits while graphics are opened. */
let spare: WebGL2RenderingContext | null = null;

/** Can this device draw the 3D board? Asked once. */
export function canDraw3d(): boolean {
  answer ??= probe();
  return answer.possible;
}

/** Is the 3D board drawn by a graphics card? */
export function drawsQuickly(): boolean {
  answer ??= probe();
  return answer.quick;
}

/** The board to show for what the player chose; "auto" is 3D where that is quick. */
export function boardFor(choice: BoardMode | "auto"): BoardMode {
  if (choice === "buttons" || choice === "2d") return choice;
  if (canDraw3d() && (choice === "3d" || drawsQuickly())) return "3d";
  close(spare);
  spare = null;
  return "2d";
}

/** Graphics for one 3D board, on a canvas of their own; null where there are none. */
export function openGraphics(): WebGL2RenderingContext | null {
  const isQuick = drawsQuickly();
  const there = spare;
  spare = null;
  return there?.isContextLost() === false ? there : open(isQuick);
}

function probe(): Drawing3d {
  try {
    spare = open(true);
    if (spare && !BY_PROCESSOR.test(rendererName(spare))) return { possible: true, quick: true };
    close(spare);
    spare = open(false);
    return { possible: spare !== null, quick: false };
  } catch {
    return { possible: false, quick: false };
  }
}

/** A card draws all of a picture sooner than it keeps one; a processor draws what changed over the last. */
function open(isQuick: boolean): WebGL2RenderingContext | null {
  return document.createElement("canvas").getContext("webgl2", {
    alpha: true,
    antialias: true,
    preserveDrawingBuffer: !isQuick,
    failIfMajorPerformanceCaveat: isQuick,
  });
}

function close(context: WebGL2RenderingContext | null): void {
  context?.getExtension("WEBGL_lose_context")?.loseContext();
}

function rendererName(context: WebGL2RenderingContext): string {
  const info = context.getExtension("WEBGL_debug_renderer_info");
  const name: unknown = context.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : context.RENDERER);
  return typeof name === "string" ? name : "";
}
