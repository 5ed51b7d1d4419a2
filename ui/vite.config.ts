/// <reference types="vitest/config" />
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { compressedAssets, onlyWoff2 } from "./compressedAssets";
import { firstPage } from "./firstPage";
import { fontPreload } from "./fontPreload";
import { serviceWorker } from "./serviceWorkerBuild";
import { startPreload } from "./startPreload";
import { unusedParts } from "./unusedParts";

// The page is served by the host from any path, so every address in it is relative.
// In development Vite serves the page and passes /api on to a running host.
const host = process.env.PILOTHOUSE_HOST ?? "http://127.0.0.1:7477";

export default defineConfig({
  base: "./",
  plugins: [
    react(),
    tailwindcss(),
    fontPreload(),
    startPreload(),
    firstPage(),
    serviceWorker(),
    onlyWoff2(),
    unusedParts(),
    compressedAssets(),
  ],
  resolve: {
    alias: {
      "@": new URL("./src", import.meta.url).pathname,
    },
  },
  build: {
    outDir: "../crates/server/ui-dist",
    emptyOutDir: true,
    target: "es2023",
    chunkSizeWarningLimit: 1500,
  },
  // A module, so that the languages it colours are loaded one by one.
  worker: { format: "es" },
  server: { proxy: { "/api": { target: host, ws: true } } },
  test: {
    include: ["src/**/*.test.{ts,tsx}"],
    setupFiles: ["src/strings/testTexts.ts"],
    // So that the tests render Markdown with the same parts as the page.
    server: { deps: { inline: ["streamdown", /^mdast-util-|^remark-/] } },
  },
});
