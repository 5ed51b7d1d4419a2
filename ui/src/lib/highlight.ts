// Colours for code. The highlighter and each language are loaded when first needed.

import type { CSSProperties } from "react";
import type { HighlighterCore } from "shiki/core";

export type Colored = { text: string; style: CSSProperties }[][];

/** Files longer than this stay plain: colours would cost more than they help. */
const LONGEST = 100_000;

const languages: Record<string, () => Promise<unknown>> = {
  ts: () => import("shiki/langs/typescript.mjs"),
  tsx: () => import("shiki/langs/tsx.mjs"),
  js: () => import("shiki/langs/javascript.mjs"),
  jsx: () => import("shiki/langs/jsx.mjs"),
  json: () => import("shiki/langs/json.mjs"),
  rs: () => import("shiki/langs/rust.mjs"),
  py: () => import("shiki/langs/python.mjs"),
  go: () => import("shiki/langs/go.mjs"),
  java: () => import("shiki/langs/java.mjs"),
  rb: () => import("shiki/langs/ruby.mjs"),
  c: () => import("shiki/langs/c.mjs"),
  cpp: () => import("shiki/langs/cpp.mjs"),
  css: () => import("shiki/langs/css.mjs"),
  html: () => import("shiki/langs/html.mjs"),
  md: () => import("shiki/langs/markdown.mjs"),
  sh: () => import("shiki/langs/bash.mjs"),
  sql: () => import("shiki/langs/sql.mjs"),
  toml: () => import("shiki/langs/toml.mjs"),
  yaml: () => import("shiki/langs/yaml.mjs"),
};

const aliases: Record<string, string> = {
  mjs: "js",
  cjs: "js",
  mts: "ts",
  yml: "yaml",
  h: "c",
  hpp: "cpp",
  cc: "cpp",
  bash: "sh",
  zsh: "sh",
  htm: "html",
  python: "py",
  rust: "rs",
  javascript: "js",
  typescript: "ts",
};

let highlighter: Promise<HighlighterCore> | undefined;
const loaded = new Map<string, Promise<string>>();

async function start(): Promise<HighlighterCore> {
  const [{ createHighlighterCore }, { createJavaScriptRegexEngine }, light, dark] = await Promise.all([
    import("shiki/core"),
    import("shiki/engine/javascript"),
    import("shiki/themes/github-light-default.mjs"),
    import("shiki/themes/github-dark-default.mjs"),
  ]);
  return createHighlighterCore({
    themes: [light.default, dark.default],
    langs: [],
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  });
}

/** Loads a language once and returns the name the highlighter knows it by. */
function load(core: HighlighterCore, extension: string): Promise<string> | undefined {
  const found = loaded.get(extension);
  const loader = languages[extension];
  if (found || !loader) return found;
  const promise = loader().then(async (module) => {
    const grammars = (module as { default: { name: string }[] }).default;
    await core.loadLanguage(...(grammars as Parameters<HighlighterCore["loadLanguage"]>));
    return grammars.at(-1)?.name ?? extension;
  });
  loaded.set(extension, promise);
  return promise;
}

/** Colours the lines of a file by the language its name tells; rejects when there is none. */
export async function highlight(code: string, path: string): Promise<Colored> {
  const ending = path.split(".").pop()?.toLowerCase() ?? "";
  const extension = aliases[ending] ?? ending;
  if (!languages[extension] || code.length > LONGEST) throw new Error("stays plain");
  highlighter ??= start();
  const core = await highlighter;
  const lang = await load(core, extension);
  const { tokens } = core.codeToTokens(code, {
    lang: lang ?? "text",
    themes: { light: "github-light-default", dark: "github-dark-default" },
    defaultColor: false,
  });
  return tokens.map((line) =>
    line.map((token) => ({ text: token.content, style: (token.htmlStyle ?? {}) as CSSProperties })),
  );
}
