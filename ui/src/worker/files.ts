// How files of the page are answered: always the newest page there is, and its parts from the cache of its build.

import type { Language } from "@/strings/language";
import { home } from "./scope";
import { language } from "./words";

/** Set by the build: a word of its own for each, and what a conversation needs before it is seen. */
declare const BUILD: string;
declare const FILES: string[];
declare const LANGUAGE_FILES: Record<Language, string[]>;

const PREFIX = "pilothouse-";
const mine = `${PREFIX}${BUILD}`;

/** The script that sets the theme before the first paint. Its name does not change with its content. */
const THEME = "theme.js";

/** Keeps what is needed to open the page without a network. What cannot be had now is kept when it is first used. */
export async function keepFiles(): Promise<void> {
  const cache = await caches.open(mine);
  await Promise.allSettled(
    ["./", THEME, ...FILES, ...LANGUAGE_FILES[language]].map((file) => cache.add(new URL(file, home()).href)),
  );
}

/** Other builds are over when this one takes over. */
export async function dropOtherBuilds(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(PREFIX) && name !== mine).map((name) => caches.delete(name)),
  );
}

/** The answer to a request, or nothing where the browser should do what it always does. */
export function fileFor(request: Request): Promise<Response> | undefined {
  if (request.method !== "GET" || !request.url.startsWith(home())) return undefined;
  const path = request.url.slice(home().length).split(/[?#]/)[0] ?? "";
  if (request.mode === "navigate") return path === "" ? newest(request, "./") : undefined;
  if (path === THEME) return newest(request, THEME);
  // Names in this folder change with what is in them, so what is kept is never old.
  return path.startsWith("assets/") ? keptFile(request) : undefined;
}

/** From the host; from the cache only while the host cannot be reached. */
async function newest(request: Request, file: string): Promise<Response> {
  const address = new URL(file, home()).href;
  const cache = await caches.open(mine);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(address, response.clone());
    return response;
  } catch (error) {
    const kept = await cache.match(address);
    if (kept) return kept;
    throw error;
  }
}

async function keptFile(request: Request): Promise<Response> {
  const cache = await caches.open(mine);
  const kept = await cache.match(request.url);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) await cache.put(request.url, response.clone());
  return response;
}
