// Notebooks of format 4, read without trusting them.

import type { Json } from "@/api/generated";

export interface Cell {
  id: string;
  kind: "code" | "markdown" | "raw";
  source: string;
  count: number | null;
  outputs: Output[];
}

export type Output =
  | { kind: "text"; text: string; error: boolean }
  | { kind: "image"; type: string; data: string; alt: string }
  | { kind: "markdown"; text: string }
  | { kind: "html"; text: string };

export interface Notebook {
  language: string;
  cells: Cell[];
}

/** Undefined when the text is no notebook. */
export function parseNotebook(text: string): Notebook | undefined {
  let json: Json;
  try {
    json = JSON.parse(text);
  } catch {
    return undefined;
  }
  const book = record(json);
  if (!Array.isArray(book?.cells)) return undefined;
  const metadata = record(book.metadata);
  const language = record(metadata?.language_info)?.name ?? record(metadata?.kernelspec)?.language;
  return {
    language: typeof language === "string" ? language : "python",
    cells: book.cells.map((cell, index) => cellOf(record(cell) ?? {}, index)),
  };
}

function cellOf(cell: Record<string, Json>, index: number): Cell {
  const kind = cell.cell_type === "code" || cell.cell_type === "markdown" ? cell.cell_type : "raw";
  const outputs = Array.isArray(cell.outputs) ? cell.outputs : [];
  return {
    id: typeof cell.id === "string" ? cell.id : `cell-${index}`,
    kind,
    source: joined(cell.source),
    count: typeof cell.execution_count === "number" ? cell.execution_count : null,
    outputs: outputs.flatMap((output) => outputOf(record(output) ?? {})),
  };
}

const PICTURES = ["image/png", "image/jpeg", "image/gif", "image/webp"];

/** The richest form that can be shown safely: pictures, then Markdown, then text. HTML and SVG may hold scripts. */
function outputOf(output: Record<string, Json>): Output[] {
  if (output.output_type === "stream") {
    return [{ kind: "text", text: joined(output.text), error: output.name === "stderr" }];
  }
  if (output.output_type === "error") {
    const trace = Array.isArray(output.traceback) ? output.traceback.join("\n") : "";
    return [{ kind: "text", text: trace || `${output.ename}: ${output.evalue}`, error: true }];
  }
  const data = record(output.data);
  if (!data) return [];
  const plain = joined(data["text/plain"]);
  for (const type of PICTURES) {
    const base64 = joined(data[type]).replace(/\s/g, "");
    if (base64 && /^[A-Za-z0-9+/]+=*$/.test(base64))
      return [{ kind: "image", type, data: base64, alt: plain }];
  }
  if (data["text/markdown"] !== undefined) return [{ kind: "markdown", text: joined(data["text/markdown"]) }];
  if (plain) return [{ kind: "text", text: plain, error: false }];
  if (data["text/html"] !== undefined) return [{ kind: "html", text: textOf(joined(data["text/html"])) }];
  return [{ kind: "text", text: JSON.stringify(data).slice(0, 2000), error: false }];
}

/** What is to be read of HTML: not its scripts, styles and tags. */
const textOf = (html: string): string =>
  html
    .replace(/<(script|style)\b.*?(<\/\1\s*>|$)/gis, " ")
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();

/** Notebooks write texts as one string or as a list of lines. */
const joined = (value: Json | undefined): string =>
  Array.isArray(value) ? value.join("") : typeof value === "string" ? value : "";

const record = (value: Json | undefined): Record<string, Json> | undefined =>
  value !== null && typeof value === "object" && !Array.isArray(value) ? value : undefined;
