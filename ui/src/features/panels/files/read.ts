// Reads a file of the project, and tells what it is.

import { queryOptions } from "@tanstack/react-query";
import { fetchBytes } from "@/api/http";
import { sessionKey } from "@/api/queries";
import { fileAddress } from "@/api/reads";

/** More than this is cut: a panel is not an editor. */
export const LONGEST = 400_000;

export interface FileContent {
  kind: "text" | "image" | "binary";
  /** Of text. */
  text: string;
  cut: boolean;
  size: number;
  /** Of pictures and for downloading. */
  blob: Blob;
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

/** The file, kept for a minute after it was closed: it can be large. */
export const fileQuery = (session: string, path: string) =>
  queryOptions({
    queryKey: sessionKey(session, "file", path),
    queryFn: () => readFile(session, path),
    gcTime: 60_000,
  });

async function readFile(session: string, path: string): Promise<FileContent> {
  const response = await fetchBytes(fileAddress(session, path));
  const bytes = await response.arrayBuffer();
  const type = pictures[path.split(".").pop()?.toLowerCase() ?? ""];
  const blob = new Blob([bytes], { type: type ?? "application/octet-stream" });
  const size = bytes.byteLength;
  if (type) return { kind: "image", text: "", cut: false, size, blob };
  const text = decode(bytes);
  if (text === undefined) return { kind: "binary", text: "", cut: false, size, blob };
  return { kind: "text", text: text.slice(0, LONGEST), cut: text.length > LONGEST, size, blob };
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
