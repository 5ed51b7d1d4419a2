import { Search } from "lucide-react";
import { toolStrings as words } from "@/strings";
import { list, number, text } from "./input";
import { Result } from "./Output";
import type { ToolProps, ToolRenderer } from "./registry";

const found = (structured: Parameters<typeof number>[0]) => {
  const files = number(structured, "numFiles") ?? list(structured, "filenames").length;
  const lines = number(structured, "numLines");
  return lines ? words.lines(lines) : words.files(files);
};

/** Where was looked, unless it is where the session runs anyway. */
function placeOf(input: ToolProps["input"], shown: ToolProps["shown"]): string | undefined {
  const path = text(input, "path");
  return path === undefined ? undefined : shown(path) || undefined;
}

/** Files by a pattern of their names. */
export const glob: ToolRenderer = {
  icon: Search,
  foldsItself: true,
  summary: ({ input, shown }) =>
    [text(input, "pattern"), placeOf(input, shown)].filter(Boolean).join(words.globIn),
  aside: ({ call }) => (call.result?.structured ? found(call.result.structured) : null),
  details: ({ session, entry, call }) => <Result session={session} entry={entry.id} result={call.result} />,
};

/** Lines by a pattern of their text. */
export const grep: ToolRenderer = {
  ...glob,
  summary: ({ input, shown }) =>
    [text(input, "pattern"), text(input, "glob") ?? text(input, "type"), placeOf(input, shown)]
      .filter(Boolean)
      .join(" · "),
};
