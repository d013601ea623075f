const SOONEST_MS = 4;
const LATEST_MS = 16;
/** As many looks; a driver that never answers must not stop the board. */
const PATIENCE = 500;

/** Resolves when the graphics have done all that was asked of `gl` so far; the page's own work goes on meanwhile. */
export function done(gl: WebGL2RenderingContext): Promise<void> {
  const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
  gl.flush();
  return new Promise((resolve) => {
    const look = (count: number) => {
      const isOver = fence === null || count > PATIENCE || gl.isContextLost();
      if (!isOver && gl.getSyncParameter(fence, gl.SYNC_STATUS) !== gl.SIGNALED) {
        setTimeout(look, Math.min(LATEST_MS, SOONEST_MS * count), count + 1);
        return;
      }
      gl.deleteSync(fence);
      resolve();
    };
    setTimeout(look, SOONEST_MS, 1);
  });
}
