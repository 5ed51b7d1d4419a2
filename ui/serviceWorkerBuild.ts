// Builds the service worker beside the page: one plain script, since not every browser takes modules there.

import { createHash } from "node:crypto";
import type { Plugin } from "vite";
import { build } from "vite";
import { catalogueOf, conversation, filesOf } from "./firstPage";
import { type Language, languages } from "./src/strings/language";

const source = new URL("./src/worker/serviceWorker.ts", import.meta.url).pathname;
const alias = { "@": new URL("./src", import.meta.url).pathname };

/** The worker knows the build it belongs to and the files that a conversation needs. */
export function serviceWorker(): Plugin {
  let outDir = "";
  return {
    name: "service-worker",
    apply: "build",
    configResolved(config) {
      outDir = config.build.outDir;
    },
    async writeBundle(_, bundle) {
      const files = filesOf(bundle, conversation);
      const texts = Object.fromEntries(
        Object.keys(languages).map((language) => [
          language,
          filesOf(bundle, [catalogueOf(language as Language)]),
        ]),
      );
      const word = createHash("sha256")
        .update(Object.keys(bundle).sort().join("\n"))
        .digest("hex")
        .slice(0, 16);
      await build({
        configFile: false,
        logLevel: "warn",
        resolve: { alias },
        define: {
          BUILD: JSON.stringify(word),
          FILES: JSON.stringify(files),
          LANGUAGE_FILES: JSON.stringify(texts),
        },
        build: {
          outDir,
          emptyOutDir: false,
          copyPublicDir: false,
          target: "es2023",
          lib: { entry: source, formats: ["iife"], name: "worker", fileName: () => "sw.js" },
        },
      });
    },
  };
}
