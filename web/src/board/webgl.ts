let answer: boolean | null = null;

/** Can this device draw the 3D board? Asked once. */
export function canDraw3d(): boolean {
  answer ??= probe();
  return answer;
}

function probe(): boolean {
  try {
    const context = document.createElement("canvas").getContext("webgl2");
    if (!context) return false;
    context.getExtension("WEBGL_lose_context")?.loseContext();
    return true;
  } catch {
    return false;
  }
}
