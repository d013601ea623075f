import { afterEach, expect, test, vi } from "vitest";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** A device that draws 3D by `renderer`, or not at all; `opened` has the graphics that were opened. */
async function device(renderer: string | null) {
  const opened: { lost: boolean; asked: WebGLContextAttributes }[] = [];
  const getContext = (_: string, asked: WebGLContextAttributes) => {
    if (renderer === null) return null;
    const own = { lost: false, asked };
    opened.push(own);
    return {
      RENDERER: 1,
      getExtension: (name: string) =>
        name === "WEBGL_debug_renderer_info"
          ? { UNMASKED_RENDERER_WEBGL: 2 }
          : {
              loseContext: () => {
                own.lost = true;
              },
            },
      getParameter: () => renderer,
      isContextLost: () => own.lost,
    };
  };
  vi.stubGlobal("document", { createElement: () => ({ getContext }) });
  const { boardFor, openGraphics } = await import("./webgl");
  return { boardFor, openGraphics, opened };
}

const CARD = "ANGLE (Intel, Mesa Intel(R) UHD Graphics 620)";
const PROCESSOR = "ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device))";

test("a graphics card draws the board in 3D by itself", async () => {
  const { boardFor } = await device(CARD);
  expect(boardFor("auto")).toBe("3d");
});

test("where a processor would draw it, 3D must be chosen", async () => {
  const { boardFor } = await device(PROCESSOR);
  expect(boardFor("auto")).toBe("2d");
  expect(boardFor("3d")).toBe("3d");
});

test("without WebGL the flat board is shown whatever was chosen", async () => {
  const { boardFor, openGraphics } = await device(null);
  expect([boardFor("auto"), boardFor("3d"), boardFor("buttons")]).toEqual(["2d", "2d", "buttons"]);
  expect(openGraphics()).toBeNull();
});

test("the first board is drawn by the graphics that were asked, the next by others", async () => {
  const { boardFor, openGraphics, opened } = await device(CARD);
  boardFor("auto");
  openGraphics();
  expect(opened.map(({ lost }) => lost)).toEqual([false]);
  openGraphics();
  expect(opened).toHaveLength(2);
});

test("a processor's graphics keep their last picture, and are closed where the flat board is shown", async () => {
  const { boardFor, opened } = await device(PROCESSOR);
  boardFor("3d");
  expect(opened.map(({ lost, asked }) => [lost, asked.preserveDrawingBuffer])).toEqual([
    [true, false],
    [false, true],
  ]);
  boardFor("auto");
  expect(opened.every(({ lost }) => lost)).toBe(true);
});
