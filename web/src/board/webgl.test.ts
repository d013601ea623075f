import { afterEach, expect, test, vi } from "vitest";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

async function boardOn(renderer: string | null) {
  const context = {
    RENDERER: 1,
    getExtension: (name: string) =>
      name === "WEBGL_debug_renderer_info" ? { UNMASKED_RENDERER_WEBGL: 2 } : { loseContext: () => {} },
    getParameter: () => renderer,
  };
  vi.stubGlobal("document", { createElement: () => ({ getContext: () => (renderer === null ? null : context) }) });
  return (await import("./webgl")).boardFor;
}

test("a graphics card draws the board in 3D by itself", async () => {
  const boardFor = await boardOn("ANGLE (Intel, Mesa Intel(R) UHD Graphics 620)");
  expect(boardFor("auto")).toBe("3d");
});

test("where a processor would draw it, 3D must be chosen", async () => {
  const boardFor = await boardOn("ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device))");
  expect(boardFor("auto")).toBe("2d");
  expect(boardFor("3d")).toBe("3d");
});

test("without WebGL the flat board is shown whatever was chosen", async () => {
  const boardFor = await boardOn(null);
  expect([boardFor("auto"), boardFor("3d"), boardFor("buttons")]).toEqual(["2d", "2d", "buttons"]);
});
