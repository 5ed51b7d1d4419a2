// The built page, served as the real server serves it.

import { existsSync, readFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { extname, join, normalize } from "node:path";

const folder = join(import.meta.dirname, "../../../../crates/server/ui-dist");

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".json": "application/json",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
  ".wasm": "application/wasm",
};

/** Read once per worker: every test asks for the same files. */
const cache = new Map<string, { bytes: Buffer; compressed: boolean } | undefined>();

function find(path: string) {
  if (cache.has(path)) return cache.get(path);
  const plain = join(folder, normalize(`/${path}`));
  const compressed = !existsSync(plain);
  const file = compressed ? `${plain}.gz` : plain;
  const found = existsSync(file) ? { bytes: readFileSync(file), compressed } : undefined;
  cache.set(path, found);
  return found;
}

/** Answers a request for a file of the page. */
export function serveFile(path: string, response: ServerResponse): void {
  const name = path === "" ? "index.html" : path;
  const file = find(name);
  if (!file) {
    const hint = name === "index.html" ? "the page is not built: run `cargo xtask ui`" : "no such file";
    response.writeHead(404).end(hint);
    return;
  }
  response.writeHead(200, {
    "content-type": types[extname(name)] ?? "application/octet-stream",
    "cache-control": "no-cache",
    ...(file.compressed ? { "content-encoding": "gzip" } : {}),
  });
  response.end(file.bytes);
}
