import { toolStrings as words } from "@/strings/tools";
import { list, number, text } from "./input";
import { Result } from "./Output";
import type { ToolRenderer } from "./registry";

const found = (structured: Parameters<typeof number>[0]) => {
  const files = number(structured, "numFiles") ?? list(structured, "filenames").length;
  const lines = number(structured, "numLines");
  return lines ? words.lines(lines) : words.files(files);
};

/** Files by a pattern of their names. */
export const glob: ToolRenderer = {
  summary: ({ input }) => [text(input, "pattern"), text(input, "path")].filter(Boolean).join(words.globIn),
  aside: ({ call }) => (call.result?.structured ? found(call.result.structured) : null),
  details: ({ session, entry, call }) => <Result session={session} entry={entry.id} result={call.result} />,
};

/** Lines by a pattern of their text. */
export const grep: ToolRenderer = {
  ...glob,
  summary: ({ input }) =>
    [text(input, "pattern"), text(input, "glob") ?? text(input, "type"), text(input, "path")]
      .filter(Boolean)
      .join(" · "),
};
