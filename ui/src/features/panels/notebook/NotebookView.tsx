import { useMemo } from "react";
import { Ansi } from "@/components/Ansi";
import { Code } from "@/components/Code";
import { Markdown } from "@/components/Markdown";
import { cn } from "@/lib/cn";
import { filesStrings } from "@/strings/late";
import { type Cell, type Output, parseNotebook } from "./notebook.logic";

const strings = filesStrings.notebook;
const endings: Record<string, string> = {
  python: "py",
  javascript: "js",
  typescript: "ts",
  rust: "rs",
  r: "r",
  julia: "jl",
};

/** A notebook: its cells with their outputs. Nothing in it runs. */
export function NotebookView({ text }: { text: string }) {
  const book = useMemo(() => parseNotebook(text), [text]);
  if (!book) return <p className="text-sm text-fail">{strings.broken}</p>;
  if (book.cells.length === 0) return <p className="text-sm text-soft">{strings.empty}</p>;
  return (
    <div className="space-y-3">
      <p className="text-xs text-soft">
        {strings.cells(book.cells.length)} · {book.language}
      </p>
      {book.cells.map((cell, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: ids of cells may be missing or double
        <CellView key={index} cell={cell} language={book.language} />
      ))}
    </div>
  );
}

function CellView({ cell, language }: { cell: Cell; language: string }) {
  return (
    <article aria-label={labelOf(cell)} data-cell={cell.kind} className="space-y-1">
      {cell.kind === "code" ? (
        <>
          <p className="font-mono text-xs text-work">{strings.code(cell.count)}</p>
          <Code code={cell.source} path={`cell.${endings[language] ?? language}`} />
        </>
      ) : cell.kind === "markdown" ? (
        <Markdown>{cell.source}</Markdown>
      ) : (
        <pre className="overflow-x-auto rounded-md bg-panel p-2 font-mono text-xs whitespace-pre-wrap">
          {cell.source}
        </pre>
      )}
      {cell.outputs.map((output, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: outputs have no other identity
        <OutputView key={index} output={output} />
      ))}
    </article>
  );
}

const labelOf = (cell: Cell) =>
  cell.kind === "code" ? strings.code(cell.count) : cell.kind === "markdown" ? strings.markdown : strings.raw;

function OutputView({ output }: { output: Output }) {
  switch (output.kind) {
    case "image":
      return (
        <img
          src={`data:${output.type};base64,${output.data}`}
          alt={output.alt || strings.image}
          className="max-w-full rounded-md border border-line bg-white"
        />
      );
    case "markdown":
      return <Markdown>{output.text}</Markdown>;
    case "html":
      return (
        <div className="space-y-1">
          <p className="text-xs text-soft">{strings.html}</p>
          <p className="max-h-60 overflow-auto text-sm">{output.text}</p>
        </div>
      );
    case "text":
      return (
        <Ansi
          text={output.text}
          className={cn(
            "max-h-80 overflow-auto border-l-2 py-1 pl-3 text-xs",
            output.error ? "border-fail" : "border-line",
          )}
        />
      );
    default:
      return output satisfies never;
  }
}
