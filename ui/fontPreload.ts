// Loads the two fonts that every page needs together with the style sheet instead of after it.

import type { Plugin } from "vite";

const needed = /geist(-mono)?-latin-wght-normal-[\w-]+\.woff2$/;

export function fontPreload(): Plugin {
  return {
    name: "font-preload",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (_, { bundle }) => {
        const fonts = Object.keys(bundle ?? {}).filter((file) => needed.test(file));
        if (fonts.length !== 2) throw new Error(`found ${fonts.length} fonts to preload, not 2`);
        return fonts.map((file) => ({
          tag: "link",
          attrs: { rel: "preload", as: "font", type: "font/woff2", crossorigin: "", href: `./${file}` },
          injectTo: "head" as const,
        }));
      },
    },
  };
}
