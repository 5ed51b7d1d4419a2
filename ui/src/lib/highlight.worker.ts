// Colours code beside the page, so that a long file never holds up scrolling or typing.

import { createHighlighterCore, type HighlighterCore } from "shiki/core";
import { createJavaScriptRegexEngine } from "shiki/engine/javascript";
import dark from "shiki/themes/github-dark-default.mjs";
import light from "shiki/themes/github-light-default.mjs";
import type { ColourAnswer, ColourRequest, Token } from "./highlight";
import type { Language } from "./languages";

/** Each is loaded when first needed. */
const languages: Record<Language, () => Promise<unknown>> = {
  ts: () => import("shiki/langs/typescript.mjs"),
  tsx: () => import("shiki/langs/tsx.mjs"),
  js: () => import("shiki/langs/javascript.mjs"),
  jsx: () => import("shiki/langs/jsx.mjs"),
  json: () => import("shiki/langs/json.mjs"),
  rs: () => import("shiki/langs/rust.mjs"),
  py: () => import("shiki/langs/python.mjs"),
  go: () => import("shiki/langs/go.mjs"),
  java: () => import("shiki/langs/java.mjs"),
  kt: () => import("shiki/langs/kotlin.mjs"),
  swift: () => import("shiki/langs/swift.mjs"),
  rb: () => import("shiki/langs/ruby.mjs"),
  php: () => import("shiki/langs/php.mjs"),
  c: () => import("shiki/langs/c.mjs"),
  cpp: () => import("shiki/langs/cpp.mjs"),
  cs: () => import("shiki/langs/csharp.mjs"),
  css: () => import("shiki/langs/css.mjs"),
  html: () => import("shiki/langs/html.mjs"),
  vue: () => import("shiki/langs/vue.mjs"),
  md: () => import("shiki/langs/markdown.mjs"),
  sh: () => import("shiki/langs/bash.mjs"),
  sql: () => import("shiki/langs/sql.mjs"),
  toml: () => import("shiki/langs/toml.mjs"),
  yaml: () => import("shiki/langs/yaml.mjs"),
  diff: () => import("shiki/langs/diff.mjs"),
  dockerfile: () => import("shiki/langs/dockerfile.mjs"),
};

let highlighter: Promise<HighlighterCore> | undefined;
const loaded = new Map<string, Promise<string>>();

function start(): Promise<HighlighterCore> {
  return createHighlighterCore({
    themes: [light, dark],
    langs: [],
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  });
}

/** Loads a language once and returns the name the highlighter knows it by. */
function load(core: HighlighterCore, language: Language): Promise<string> {
  const found = loaded.get(language);
  if (found) return found;
  const promise = (async () => {
    const module = (await languages[language]()) as { default: { name: string }[] } | undefined;
    const grammars = module?.default ?? [];
    await core.loadLanguage(...(grammars as Parameters<HighlighterCore["loadLanguage"]>));
    return grammars.at(-1)?.name ?? "text";
  })();
  loaded.set(language, promise);
  return promise;
}

async function colour({ code, language }: ColourRequest): Promise<Token[][]> {
  highlighter ??= start();
  const core = await highlighter;
  const lang = await load(core, language);
  const { tokens } = core.codeToTokens(code, {
    lang,
    themes: { light: "github-light-default", dark: "github-dark-default" },
    defaultColor: false,
  });
  return tokens.map((line) =>
    line.map((token): Token => {
      const style = (token.htmlStyle ?? {}) as Record<string, string>;
      return [token.content, style["--shiki-light"] ?? "", style["--shiki-dark"] ?? ""];
    }),
  );
}

addEventListener("message", async (event: MessageEvent<ColourRequest>) => {
  const { id } = event.data;
  let answer: ColourAnswer = { id };
  try {
    answer = { id, lines: await colour(event.data) };
  } catch {
    // Code without colours is still code.
  }
  postMessage(answer);
});
