// Leaves the page's files compressed, as they are embedded in the host and sent to browsers.

import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import type { Plugin } from "vite";

const compressible = /\.(js|css|svg|json)$/;

/** Replaces each text file under assets/ by `NAME.gz`; the host sends it under its own name. */
export function compressedAssets(): Plugin {
  let assets = "";
  let written = false;
  return {
    name: "compressed-assets",
    apply: "build",
    configResolved(config) {
      assets = join(resolve(config.root, config.build.outDir), config.build.assetsDir);
    },
    writeBundle() {
      written = true;
    },
    async closeBundle() {
      // A build that failed has written nothing, and its own error is the one to report.
      if (!written) return;
      for (const name of await readdir(assets)) {
        if (!compressible.test(name)) continue;
        const file = join(assets, name);
        await writeFile(`${file}.gz`, gzipSync(await readFile(file), { level: 9 }));
        await rm(file);
      }
    },
  };
}

/** Every browser that can run the page reads WOFF2, so the other copies of the fonts for formulas are left out. */
export function onlyWoff2(): Plugin {
  return {
    name: "only-woff2",
    apply: "build",
    enforce: "pre",
    transform(code, id) {
      if (!/katex[^/]*\.css/.test(id)) return null;
      return { code: code.replace(/,\s*url\([^)]*\)\s*format\("(woff|truetype)"\)/g, ""), map: null };
    },
  };
}
