import { defineConfig } from "vitest/config";

const server = process.env.GYOJI_SERVER ?? "http://127.0.0.1:8000";

export default defineConfig({
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    target: "es2022",
    // why: the service's content security policy allows no data: scripts or styles
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 900,
  },
  server: {
    proxy: {
      "/api": server,
      "/ws": { target: server, ws: true },
      "/problems": server,
      "/_allauth": server,
      "/admin": server,
    },
  },
  test: {
    include: ["src/**/*.test.{ts,tsx}", "scripts/*.test.mjs"],
    restoreMocks: true,
  },
});
