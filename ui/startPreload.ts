// Loads the app beside the script that loads its language, instead of after it.

import type { Plugin } from "vite";
import { filesOf } from "./firstPage";

export function startPreload(): Plugin {
  return {
    name: "start-preload",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (_, { bundle }) => {
        if (!bundle) return [];
        const known = new Set(filesOf(bundle, ["index.html"]));
        return filesOf(bundle, ["src/start.tsx"])
          .filter((file) => file.endsWith(".js") && !known.has(file))
          .map((file) => ({
            tag: "link",
            attrs: { rel: "modulepreload", crossorigin: "", href: `./${file}` },
            injectTo: "head" as const,
          }));
      },
    },
  };
}
