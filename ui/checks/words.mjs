// Words that people read stand in src/strings, not in components. Part of `npm run lint`.

import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import ts from "typescript";

const root = join(import.meta.dirname, "..", "src");

/** Attributes whose text people read or hear. */
const said = new Set([
  "aria-label",
  "aria-description",
  "aria-roledescription",
  "aria-valuetext",
  "title",
  "placeholder",
  "label",
  "note",
  "alt",
  "hint",
  "description",
]);

/** Modules whose functions return text for people. */
const formatters = new Set([join(root, "lib", "format.ts")]);

/** Two letters in a row: marks and single signs are no words. */
const isWords = (text) => /\p{L}{2}/u.test(text);

/** What an expression may put in front of people: itself, its branches, and the words around what a template inserts. */
function wordsOf(node) {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isTemplateExpression(node))
    return [node.head.text, ...node.templateSpans.map((span) => span.literal.text)];
  if (ts.isParenthesizedExpression(node)) return wordsOf(node.expression);
  if (ts.isConditionalExpression(node)) return [...wordsOf(node.whenTrue), ...wordsOf(node.whenFalse)];
  if (ts.isBinaryExpression(node)) {
    const { kind } = node.operatorToken;
    if (kind === ts.SyntaxKind.PlusToken) return [...wordsOf(node.left), ...wordsOf(node.right)];
    if (kind === ts.SyntaxKind.BarBarToken || kind === ts.SyntaxKind.QuestionQuestionToken)
      return [...wordsOf(node.left), ...wordsOf(node.right)];
    if (kind === ts.SyntaxKind.AmpersandAmpersandToken) return wordsOf(node.right);
  }
  return [];
}

function shown(node) {
  if (ts.isJsxText(node)) return [node.text];
  if (ts.isJsxExpression(node) && node.expression && !ts.isJsxAttribute(node.parent))
    return wordsOf(node.expression);
  if (ts.isJsxAttribute(node) && said.has(node.name.getText()) && node.initializer) {
    const { initializer } = node;
    if (ts.isStringLiteral(initializer)) return [initializer.text];
    if (ts.isJsxExpression(initializer) && initializer.expression) return wordsOf(initializer.expression);
  }
  // What is told in passing.
  if (ts.isCallExpression(node) && node.expression.getText().split(".")[0] === "toast")
    return node.arguments.flatMap(wordsOf);
  // What a formatter returns is shown as it is.
  if (ts.isReturnStatement(node) && node.expression && formatters.has(node.getSourceFile().fileName))
    return wordsOf(node.expression);
  return [];
}

function wordsIn(path) {
  const source = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
  const found = [];
  const visit = (node) => {
    for (const words of shown(node))
      if (isWords(words)) {
        const { line } = source.getLineAndCharacterOfPosition(node.getStart());
        found.push(`${relative(join(root, ".."), path)}:${line + 1}: ${words.trim()}`);
      }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const sources = readdirSync(root, { recursive: true })
  .filter((path) => /(?<!\.test)\.tsx?$/.test(path) && !path.startsWith("strings"))
  .map((path) => join(root, path));

const found = sources.flatMap(wordsIn);
if (found.length > 0) {
  console.error(`Words that belong into src/strings:\n${found.join("\n")}`);
  process.exit(1);
}
