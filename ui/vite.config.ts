/// <reference types="vitest/config" />
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { compressedAssets, onlyWoff2 } from "./compressedAssets";
import { firstPage } from "./firstPage";
import { fontPreload } from "./fontPreload";
import { serviceWorker } from "./serviceWorkerBuild";
import { startPreload } from "./startPreload";

// The page is served by the host from any path, so every address in it is relative.
// In development Vite serves the page and passes /api on to a running host.
const host = process.env.PILOTHOUSE_HOST ?? "http://127.0.0.1:7477";

/** A chunk of a module and all that it imports, without what an earlier one has. */
const chunkOf = (name: string, modules: RegExp, priority: number) => ({ name, test: modules, priority });

/** What is loaded together stands together: many small files compress badly, and each is listed by all who need it. */
const chunks = [
  chunkOf("begin", /\/src\/main\.tsx$/, 5),
  chunkOf("app", /\/src\/start\.tsx$/, 4),
  chunkOf(
    "parts",
    /\/src\/(components\/ui\/.*|lib\/load|features\/(trust\/SessionTrust|composer\/(Attachments|fileDrop|modes\.logic)))\.tsx?$/,
    3,
  ),
  chunkOf("text", /\/src\/components\/(Markdown|diff\/DiffView)\.tsx$/, 2),
];

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
    compressedAssets(),
  ],
  resolve: {
    alias: {
      "@": new URL("./src", import.meta.url).pathname,
      "@ungap/structured-clone": new URL("./src/components/markdown/structuredClone.ts", import.meta.url)
        .pathname,
    },
  },
  build: {
    outDir: "../crates/server/ui-dist",
    emptyOutDir: true,
    target: "es2023",
    chunkSizeWarningLimit: 1500,
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
  },
  // A module, so that the languages it colours are loaded one by one.
  worker: { format: "es" },
  server: { proxy: { "/api": { target: host, ws: true } } },
  test: {
    include: ["src/**/*.test.{ts,tsx}"],
    setupFiles: ["src/strings/testTexts.ts"],
  },
});
