import { Code } from "@/components/Code";
import { child, list, number, text } from "./input";
import { Result } from "./Output";
import type { ToolRenderer } from "./registry";

/** A file that was read: text with its line numbers, pictures, notebooks. */
export const read: ToolRenderer = {
  summary: ({ input, shown }) => shown(text(input, "file_path")),
  aside: ({ call }) => {
    const lines = number(child(call.result?.structured, "file"), "numLines");
    return lines === undefined ? null : `${lines} lines`;
  },
  details: ({ session, entry, call, input }) => {
    const file = child(call.result?.structured, "file");
    const content = text(file, "content");
    if (content !== undefined && !call.result?.isError) {
      return (
        <Code
          code={content}
          path={text(input, "file_path") ?? ""}
          firstLine={number(file, "startLine") ?? 1}
        />
      );
    }
    const cells = list(file, "cells");
    if (cells.length > 0) {
      return (
        <div className="space-y-2">
          {cells.map((cell, index) => (
            <Code
              key={text(cell, "cell_id") ?? index}
              code={text(cell, "source") ?? ""}
              path={
                text(cell, "cellType") === "markdown" ? "cell.md" : `cell.${text(cell, "language") ?? "py"}`
              }
            />
          ))}
        </div>
      );
    }
    return <Result session={session} entry={entry.id} result={call.result} />;
  },
};
