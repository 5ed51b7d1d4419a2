// Words that people read stand in this directory, not in components.

import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const said = new Set(["aria-label", "title", "placeholder", "label", "note", "alt", "hint", "description"]);

/** Parts of the conversation whose words still stand beside what they are about. */
const others = ["features/asks", "features/composer", "features/session", "features/diff"];

function componentsIn(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name);
    if (entry.isDirectory())
      return others.includes(relative(root, path).replaceAll("\\", "/")) ? [] : componentsIn(path);
    return path.endsWith(".tsx") ? [path] : [];
  });
}

/** Two letters in a row: marks and single signs are no words. */
const isWords = (text: string): boolean => /\p{L}{2}/u.test(text);

function wordsIn(path: string): string[] {
  const source = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node) && isWords(node.text)) found.push(node.text.trim());
    if (ts.isJsxAttribute(node) && said.has(node.name.getText()) && node.initializer) {
      const { initializer } = node;
      if (ts.isStringLiteral(initializer) && isWords(initializer.text)) found.push(initializer.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found.map((words) => `${relative(root, path)}: ${words}`);
}

test("no component says words of its own", () => {
  expect(componentsIn(root).flatMap(wordsIn)).toEqual([]);
});
