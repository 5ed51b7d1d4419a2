// Reads a file of the project, and tells what it is.

import { address } from "@/api/address";
import { fetchBytes } from "@/api/http";

/** More than this is cut: a panel is not an editor. */
export const LONGEST = 400_000;

export interface FileContent {
  kind: "text" | "image" | "binary";
  /** Of text. */
  text: string;
  cut: boolean;
  size: number;
  /** Of pictures and for downloading: an address for this page. Free it when it is not needed. */
  url: string;
}

const pictures: Record<string, string> = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  avif: "image/avif",
  bmp: "image/bmp",
  ico: "image/x-icon",
};

export async function readFile(session: string, path: string): Promise<FileContent> {
  const response = await fetchBytes(
    address("GET /api/sessions/{id}/files/content", { path: { id: session }, query: { path } }),
  );
  const bytes = await response.arrayBuffer();
  const type = pictures[path.split(".").pop()?.toLowerCase() ?? ""];
  const url = URL.createObjectURL(new Blob([bytes], { type: type ?? "application/octet-stream" }));
  const size = bytes.byteLength;
  if (type) return { kind: "image", text: "", cut: false, size, url };
  const text = decode(bytes);
  if (text === undefined) return { kind: "binary", text: "", cut: false, size, url };
  return { kind: "text", text: text.slice(0, LONGEST), cut: text.length > LONGEST, size, url };
}

/** Text, or undefined for what is none. */
function decode(bytes: ArrayBuffer): string | undefined {
  if (new Uint8Array(bytes, 0, Math.min(bytes.byteLength, 8000)).includes(0)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
