import { FileText } from "lucide-react";
import type { Json } from "@/api/generated";
import { Ansi } from "@/components/Ansi";
import { Code } from "@/components/Code";
import { bytes } from "@/lib/format";
import { toolStrings as words } from "@/strings";
import { child, list, number, text } from "./input";
import { Result } from "./Output";
import type { ToolRenderer } from "./registry";

/** A file that was read: text with its line numbers, pictures, PDF, notebooks. */
export const read: ToolRenderer = {
  icon: FileText,
  summary: ({ input, shown }) => {
    const pages = text(input, "pages");
    return [shown(text(input, "file_path")), pages && words.pagesRead(pages)].filter(Boolean).join(" · ");
  },
  aside: ({ call }) => about(call.result?.structured),
  details: ({ session, entry, call, input }) => {
    const structured = call.result?.structured;
    const file = child(structured, "file");
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
            <Cell key={text(cell, "cell_id") ?? index} cell={cell} />
          ))}
        </div>
      );
    }
    return <Result session={session} entry={entry.id} result={call.result} />;
  },
};

/** How much was read. */
function about(structured: Json | undefined): string | null {
  const file = child(structured, "file");
  const [lines, all] = [number(file, "numLines"), number(file, "totalLines")];
  if (lines !== undefined)
    return all !== undefined && all > lines ? words.linesOf(lines, all) : words.lines(lines);
  const cells = list(file, "cells").length;
  if (cells > 0) return words.cells(cells);
  const size = number(file, "originalSize");
  if (size === undefined) return null;
  const count = number(file, "count");
  const kind = text(structured, "type") === "image" ? words.picture : words.pdf;
  const dimensions = child(file, "dimensions");
  const [width, height] = [number(dimensions, "originalWidth"), number(dimensions, "originalHeight")];
  return [count ? words.pages(count) : kind, width && height && `${width}×${height}`, bytes(size)]
    .filter(Boolean)
    .join(" · ");
}

/** A cell of a notebook: what stands in it and what it printed. */
function Cell({ cell }: { cell: Json }) {
  const isText = text(cell, "cellType") === "markdown";
  const outputs = outputsOf(cell);
  return (
    <div className="space-y-1">
      <p className="text-xs text-faint">
        {text(cell, "cell_id")} · {isText ? words.text : (text(cell, "language") ?? words.code)}
      </p>
      <Code
        code={text(cell, "source") ?? ""}
        path={isText ? "cell.md" : `cell.${text(cell, "language") ?? "py"}`}
      />
      {outputs.map((output, index) => {
        const picture = pictureOf(output);
        if (picture) {
          return (
            <img
              // biome-ignore lint/suspicious/noArrayIndexKey: outputs never move
              key={index}
              src={picture}
              alt={words.cellOutput}
              className="max-h-64 max-w-full rounded-md border border-line bg-white"
            />
          );
        }
        const printed = text(output, "text");
        return (
          <Ansi
            // biome-ignore lint/suspicious/noArrayIndexKey: outputs never move
            key={index}
            text={printed ?? ""}
            className="rounded-md border-l-2 border-line bg-panel p-2 text-xs"
          />
        );
      })}
    </div>
  );
}

const outputsOf = (cell: Json): Json[] => list(cell, "outputs");

function pictureOf(output: Json): string | undefined {
  const image = child(output, "image");
  const data = text(image, "image_data");
  const type = text(image, "media_type") ?? "image/png";
  return data && /^image\/(png|jpeg|gif|webp)$/.test(type) ? `data:${type};base64,${data}` : undefined;
}
