import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { core as deCore } from "./de/core.de";
import { glossary } from "./de/glossary";
import { late as deLate } from "./de/late.de";
import { core } from "./en/core.en";
import { late } from "./en/late.en";
import { languageFrom, localeFrom } from "./language";
import { pluralOf } from "./plural";

type Text = string | readonly string[] | ((...values: never[]) => string) | { [key: string]: Text };

/** The paths of all texts. Lists of keywords count as one text. */
const pathsOf = (texts: Text, path = ""): string[] =>
  typeof texts === "object" && !Array.isArray(texts)
    ? Object.entries(texts).flatMap(([key, text]) => pathsOf(text, `${path}.${key}`))
    : [path];

/** The texts of a language as they stand in the code, by line. */
function linesOf(language: string): string[] {
  const folder = join(import.meta.dirname, language);
  return readdirSync(folder)
    .filter((file) => file !== "glossary.ts" && file !== "commands.ts")
    .flatMap((file) =>
      readFileSync(join(folder, file), "utf8")
        .split("\n")
        .filter((line) => !line.startsWith("import"))
        .flatMap((line) => (line.match(/"[^"]*"|`[^`]*`/g) ?? []).map((text) => `${file}: ${text}`)),
    );
}

test("every language has the same texts, also where they are looked up by name", () => {
  expect(pathsOf(deCore)).toEqual(pathsOf(core));
  expect(pathsOf(deLate)).toEqual(pathsOf(late));
});

test("the German texts use one word for one thing", () => {
  const texts = linesOf("de");
  expect(texts.length).toBeGreaterThan(500);
  const wrong = glossary.flatMap(({ not, german }) =>
    texts.filter((text) => not?.test(text.replace(/\$\{[^}]*\}/g, "…"))).map((text) => `${text} (${german})`),
  );
  expect(wrong).toEqual([]);
  const all = texts.join("\n").toLowerCase();
  for (const { german } of glossary)
    for (const word of german.split(", ")) expect(all, word).toContain(word.toLowerCase());
});

test("the English texts avoid the words that have another one", () => {
  const avoided = /\bparked\b|\bthe host\b|\bwhoever\b|\bsession(s)? (that )?(is|are) parked\b/i;
  expect(linesOf("en").filter((text) => avoided.test(text))).toEqual([]);
});

test("the language is the chosen one, else the first of the browser's that there is", () => {
  expect(languageFrom("de", ["en-US"])).toBe("de");
  expect(languageFrom("system", ["fr-FR", "de-AT", "en"])).toBe("de");
  expect(languageFrom(undefined, ["fr-FR"])).toBe("en");
  expect(languageFrom("klingon", [])).toBe("en");
});

test("dates are written as the browser does it in the language of the texts", () => {
  expect(localeFrom("en", ["de-DE", "en-GB"])).toBe("en-GB");
  expect(localeFrom("de", ["en-GB"])).toBe("de");
});

test("forms by number follow the language", () => {
  const plural = pluralOf("en");
  const forms = { one: "1 file", other: "n files" };
  expect([0, 1, 2].map((count) => plural(count, forms))).toEqual(["n files", "1 file", "n files"]);
  expect(pluralOf("ru")(3, { few: "few", other: "other" })).toBe("few");
  expect(pluralOf("ja")(1, forms)).toBe("n files");
});
