import { type ClassValue, clsx } from "clsx";

// The names of Tailwind that parts of the page let their callers replace, each with what it sets. A name that is not
// here is kept beside all others.
const groups: [RegExp, string][] = [
  [/^-?([mp][trblxy]?)-/, ""],
  [
    /^((?:min|max)-[wh]|size|[wh]|bg|opacity|shadow|overflow(?:-[xy])?|whitespace|items|justify|animate|space-[xy])-/,
    "",
  ],
  [/^rounded(?:-(?:none|sm|md|lg|xl|2xl|full|\[.*\]))?$/, "rounded"],
  [/^text-(?:xs|sm|base|lg|xl|2xl|prose|\[[\d.]+(?:rem|em|px)\])$/, "text size"],
  [/^text-(?:left|right|center|ellipsis|nowrap|wrap|balance)$/, "text place"],
  [/^text-/, "text color"],
  [/^border-[trblxy](?:-|$)/, "one border"],
  [/^border(?:-\d|-\[[\d.]+px\])?$/, "border width"],
  [/^border-(?:dashed|solid|collapse)$/, "border style"],
  [/^border-/, "border color"],
  [/^font-(?:mono|sans)$/, "font"],
  [/^font-/, "font weight"],
  [/^(?:flex|block|inline|inline-flex|inline-block|grid|hidden|contents)$/, "display"],
  [/^flex-(?:wrap|nowrap)$/, "wrap"],
  [/^(?:absolute|relative|fixed|sticky)$/, "position"],
];

/** What a class name sets, and when: two of the same kind exclude each other. */
function kindOf(name: string): string | undefined {
  // A colon within brackets belongs to a selector or a value.
  const at = name.replace(/\[[^\]]*\]/g, (inner) => "_".repeat(inner.length)).lastIndexOf(":") + 1;
  const base = name.slice(at);
  for (const [pattern, kind] of groups) {
    const found = pattern.exec(base);
    if (found) return `${name.slice(0, at)}${kind || found[1]}`;
  }
  return undefined;
}

const joined = new Map<string, string>();

/** Joins class names; of two that set the same thing the later one wins. */
export function cn(...classes: ClassValue[]): string {
  const all = clsx(classes);
  let result = joined.get(all);
  if (result === undefined) {
    result = withoutReplaced(all);
    joined.set(all, result);
  }
  return result;
}

function withoutReplaced(all: string): string {
  const seen = new Set<string>();
  return all
    .split(" ")
    .reverse()
    .filter((name) => {
      const kind = kindOf(name);
      if (kind === undefined || kind.endsWith("one border")) return name !== "";
      const replaced = seen.has(kind);
      seen.add(kind);
      return !replaced;
    })
    .reverse()
    .join(" ");
}
