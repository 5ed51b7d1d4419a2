// Files, with or without a line (`src/auth.ts:12`), and web addresses in a text.

import { languageOf } from "./languages";

export interface Place {
  path: string;
  line?: number;
}

/** A part of a text: itself, a file, or an address. */
export type Piece = string | { text: string; place: Place } | { text: string; url: string };

const FILE = String.raw`(?:~|\.{1,2})?\/?(?:[\w@.+-]+\/)*[\w@+-][\w@.+-]*\.[A-Za-z][A-Za-z0-9]{0,9}`;

/** In running text, only files with a line and complete addresses match. */
const FOUND = new RegExp(
  String.raw`(https?:\/\/[^\s<>"'\`)\]}]*[^\s<>"'\`)\]}.,;:!?])|(?<![\w/.:@~-])(${FILE}):(\d{1,7})(?::\d{1,5})?(?![\w/:])`,
  "g",
);

/** Inline code that is a file name and nothing else. */
const WHOLE = new RegExp(String.raw`^(${FILE})(?::(\d{1,7})(?::\d{1,5})?)?$`);

/** Host names and versions look like files, so a name without a directory must have a known extension. */
const isFile = (path: string): boolean => path.includes("/") || languageOf(path) !== undefined;

/** The file that inline code names, if it has a directory or a line. */
export function placeOf(text: string): Place | undefined {
  const [, path, line] = WHOLE.exec(text) ?? [];
  if (path === undefined || !isFile(path) || (line === undefined && !path.includes("/"))) return undefined;
  return line === undefined ? { path } : { path, line: Number(line) };
}

/** A project path as the server takes it: relative to the session's directory. Undefined for other paths. */
export function relativePath(path: string, root: string | undefined): string | undefined {
  if (/^(~|\.\.\/)/.test(path)) return undefined;
  if (!path.startsWith("/")) return path.replace(/^\.\//, "");
  return root && path.startsWith(`${root}/`) ? path.slice(root.length + 1) : undefined;
}

/** A place as one text, and back. */
export const formatPlace = ({ path, line }: Place): string => (line === undefined ? path : `${path}:${line}`);

export function parsePlace(text: string): Place {
  const [, path, line] = /^(.+):(\d+)$/.exec(text) ?? [];
  return path === undefined ? { path: text } : { path, line: Number(line) };
}

/** Splits a text at the files and addresses it names. */
export function piecesOf(text: string): Piece[] {
  if (!text.includes(":")) return [text];
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(FOUND)) {
    const [whole, url, path, line] = match;
    if (url === undefined && !isFile(path ?? "")) continue;
    if (match.index > end) pieces.push(text.slice(end, match.index));
    pieces.push(
      url === undefined
        ? { text: whole, place: { path: path ?? "", line: Number(line) } }
        : { text: whole, url },
    );
    end = match.index + whole.length;
  }
  if (end < text.length) pieces.push(text.slice(end));
  return pieces;
}
