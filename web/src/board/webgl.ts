import type { BoardMode } from "./props";

interface Drawing3d {
  possible: boolean;
  /** By a graphics card; a processor that plays one takes half a second for a picture. */
  quick: boolean;
}

const BY_PROCESSOR = /swiftshader|llvmpipe|softpipe|software|basic render/i;

let answer: Drawing3d | null = null;

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
  return canDraw3d() && (choice === "3d" || drawsQuickly()) ? "3d" : "2d";
}

function probe(): Drawing3d {
  try {
    const context = document.createElement("canvas").getContext("webgl2");
    if (!context) return { possible: false, quick: false };
    const quick = !BY_PROCESSOR.test(rendererName(context));
    context.getExtension("WEBGL_lose_context")?.loseContext();
    return { possible: true, quick };
  } catch {
    return { possible: false, quick: false };
  }
}

function rendererName(context: WebGL2RenderingContext): string {
  const info = context.getExtension("WEBGL_debug_renderer_info");
  const name: unknown = context.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : context.RENDERER);
  return typeof name === "string" ? name : "";
}
