// Colours for code, made by a worker. What was coloured once is kept, so that a row that scrolls
// away and back has its colours at once.

import { type Language, languageOf } from "./languages";

/** A piece of a line and its colours by light and by dark. */
export type Token = [text: string, light: string, dark: string];
export type Colored = Token[][];

export interface ColourRequest {
  id: number;
  code: string;
  language: Language;
}

export interface ColourAnswer {
  id: number;
  lines?: Colored;
}

/** Files longer than this stay plain: colours would cost more than they help. */
const LONGEST = 200_000;
/** How much coloured code is kept, in characters. */
const KEPT = 2_000_000;

const kept = new Map<string, Colored>();
let keptSize = 0;
let worker: Worker | undefined;
let last = 0;
const waiting = new Map<number, (lines: Colored | undefined) => void>();

function ask(code: string, language: Language): Promise<Colored | undefined> {
  worker ??= startWorker();
  last += 1;
  const id = last;
  worker.postMessage({ id, code, language } satisfies ColourRequest);
  return new Promise((resolve) => waiting.set(id, resolve));
}

function startWorker(): Worker {
  const made = new Worker(new URL("./highlight.worker.ts", import.meta.url), { type: "module" });
  made.addEventListener("message", (event: MessageEvent<ColourAnswer>) => {
    waiting.get(event.data.id)?.(event.data.lines);
    waiting.delete(event.data.id);
  });
  return made;
}

function keep(key: string, lines: Colored): void {
  kept.set(key, lines);
  keptSize += key.length;
  for (const oldest of kept.keys()) {
    if (keptSize <= KEPT) return;
    kept.delete(oldest);
    keptSize -= oldest.length;
  }
}

const keyOf = (code: string, language: string) => `${language}\n${code}`;

/** The colours, if they are ready. */
export function colored(code: string, path: string): Colored | undefined {
  const language = languageOf(path);
  return language === undefined ? undefined : kept.get(keyOf(code, language));
}

/** Colours the lines of a file by the language its name tells; nothing when it stays plain. */
export async function highlight(code: string, path: string): Promise<Colored | undefined> {
  const language = languageOf(path);
  if (language === undefined || code.length > LONGEST) return undefined;
  const key = keyOf(code, language);
  const known = kept.get(key);
  if (known) return known;
  const lines = await ask(code, language);
  if (lines) keep(key, lines);
  return lines;
}
