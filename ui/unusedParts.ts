// Leaves parts of Streamdown's dependencies out of the bundle that never run here: 75 kB, compressed.

import type { Plugin } from "vite";

const source = (name: string) => new URL(`./src/components/markdown/${name}`, import.meta.url).pathname;

const standIns: Record<string, string> = {
  "rehype-raw": source("absent.ts"),
  "rehype-sanitize": source("absent.ts"),
  "rehype-harden": source("absent.ts"),
  "mdast-util-to-markdown": source("absent.ts"),
  marked: source("absent.ts"),
  "@ungap/structured-clone": source("structuredClone.ts"),
};

/** Others, such as Mermaid, do run some of them. */
const importers = /\/node_modules\/(streamdown|mdast-util-gfm[^/]*|mdast-util-to-hast)\//;

export function unusedParts(): Plugin {
  return {
    name: "unused-parts",
    enforce: "pre",
    resolveId: (wanted, importer) =>
      importer !== undefined && importers.test(importer) ? (standIns[wanted] ?? null) : null,
  };
}
