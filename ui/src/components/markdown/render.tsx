// Markdown as elements of React: micromark reads it, and each element of the tree is drawn by one of `elements`.

import type { Nodes, Root } from "hast";
import { type Components, toJsxRuntime } from "hast-util-to-jsx-runtime";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { type State, toHast } from "mdast-util-to-hast";
import { gfm } from "micromark-extension-gfm";
import type { ReactNode } from "react";
import { Fragment, jsx, jsxs } from "react/jsx-runtime";
import { elements } from "./elements";
import type { Formulas } from "./formulas";

const syntax = gfm();
const nodes = gfmFromMarkdown();

/** What the text says, drawn. Formulas stay text until what draws them is loaded. */
export function drawn(text: string, formulas?: Formulas): ReactNode {
  const tree = fromMarkdown(text, {
    extensions: formulas ? [syntax, formulas.syntax] : [syntax],
    mdastExtensions: formulas ? [nodes, formulas.nodes] : [nodes],
  });
  const html = toHast(tree, { handlers: { html: asText } }) as Root;
  dropUnsafe(html);
  formulas?.draw(html);
  return toJsxRuntime(html, {
    Fragment,
    jsx: jsx as never,
    jsxs: jsxs as never,
    components: elements as Partial<Components>,
    ignoreInvalidStyle: true,
    passKeys: true,
    passNode: true,
  });
}

/** Raw HTML is shown as it was written and never parsed. */
const asText = (_: State, node: { value: string }) => ({ type: "text" as const, value: node.value });

/** Drops the addresses that a text may not hold. */
function dropUnsafe(node: Nodes): void {
  if (node.type === "element")
    for (const name of ["href", "src"] as const) {
      const address = node.properties[name];
      if (typeof address === "string" && !isSafe(address)) node.properties[name] = "";
    }
  if ("children" in node) for (const child of node.children) dropUnsafe(child);
}

/** Links, mail, files of the project and embedded pictures. */
const isSafe = (address: string): boolean =>
  /^(https?:|mailto:|data:image\/(png|jpeg|gif|webp);)/i.test(address) ||
  !/^[a-z][a-z0-9+.-]*:/i.test(address);
