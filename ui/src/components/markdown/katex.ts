// Formulas, drawn by KaTeX. Loaded with the first text that has one: see formulas.ts.

import { mathFromMarkdown } from "mdast-util-math";
import { math } from "micromark-extension-math";
import rehypeKatex from "rehype-katex";
import type { Formulas } from "./formulas";
import "katex/dist/katex.min.css";

const draw = rehypeKatex({ errorColor: "var(--fail)" });

/** A formula that cannot be drawn stands there as it was written, so nothing needs to be reported. */
const silent = { message: () => undefined } as never;

export const formulas: Formulas = {
  syntax: math({ singleDollarTextMath: false }),
  nodes: mathFromMarkdown(),
  draw: (tree) => draw(tree, silent),
};
