// What stands on the disk and in the process table, read without asking the host: the log of a session, the CLI's own
// transcript of it, the host's store, and the process of the CLI.

import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Host } from "./server";

/** The kinds of records, by their number. */
const kinds = ["unknown", "out", "in", "err", "spawn", "exit", "note"] as const;

export interface LogRecord {
  epoch: number;
  kind: (typeof kinds)[number];
  /** The name of the device or the text of the rule that caused it. */
  who: string;
  text: string;
}

/** The records in the log of a session, oldest first. */
export function records(host: Host, session: string): LogRecord[] {
  const directory = join(host.data, "sessions", session, "log");
  const names = readdirSync(directory).filter((name) => /\.phlog(\.zst)?$/.test(name));
  if (names.some((name) => name.endsWith(".zst"))) throw new Error("a sealed segment cannot be read here");
  return names.sort().flatMap((name) => segment(readFileSync(join(directory, name))));
}

/** The records of a segment in format 1, up to one that is being written. */
function segment(bytes: Buffer): LogRecord[] {
  const found: LogRecord[] = [];
  let at = 28 + bytes.readUInt16LE(10);
  while (at + 8 <= bytes.length) {
    const end = at + 8 + bytes.readUInt32LE(at);
    if (end > bytes.length) break;
    const body = bytes.subarray(at + 8, end);
    const name = 26 + body.readUInt16LE(22);
    const payload = name + body.readUInt16LE(24);
    found.push({
      epoch: body.readUInt32LE(16),
      kind: kinds[body.readUInt8(20)] ?? "unknown",
      who: body.toString("utf8", 26, name),
      text: body.toString("utf8", payload),
    });
    at = end;
  }
  return found;
}

const parsed = <T>(host: Host, session: string, wanted: LogRecord["kind"]): T[] =>
  records(host, session)
    .filter(({ kind }) => kind === wanted)
    .map(({ text }) => JSON.parse(text) as T);

/** The lines that the CLI of a session has written, oldest first. */
export const lines = <T>(host: Host, session: string): T[] => parsed<T>(host, session, "out");

/** The lines that the CLI of a session has got. */
export const received = <T>(host: Host, session: string): T[] => parsed<T>(host, session, "in");

/** What the host noted of what it did. */
export const notes = <T>(host: Host, session: string): T[] => parsed<T>(host, session, "note");

/** The newest process of the CLI in a session. */
export function processOf(host: Host, session: string): number {
  const pid = parsed<{ pid: number }>(host, session, "spawn").at(-1)?.pid;
  if (pid === undefined) throw new Error(`no process was started for ${session}`);
  return pid;
}

export const isAlive = (pid: number): boolean => existsSync(`/proc/${pid}/exe`);

/** How a running process was started. */
export const argumentsOf = (pid: number): string[] =>
  readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").slice(0, -1);

/** The id that the CLI itself gives a session now. */
export function cliSessionOf(host: Host, session: string): string {
  const told = lines<{ session_id?: string }>(host, session).flatMap(({ session_id }) => session_id ?? []);
  const last = told.at(-1);
  if (last === undefined) throw new Error(`the CLI of ${session} has not said who it is`);
  return last;
}

/** Where the CLI keeps what was said in the project. */
const transcripts = (host: Host): string =>
  join(host.data, "config", "projects", host.project.replaceAll(/[^A-Za-z0-9]/g, "-"));

/** The ids of the conversations that the CLI has kept. */
export const storedSessions = (host: Host): string[] =>
  readdirSync(transcripts(host)).flatMap((name) => /^(.*)\.jsonl$/.exec(name)?.[1] ?? []);

/** What the CLI has kept of a session in a file of its own; nothing while there is none. */
export function transcript<T>(host: Host, session: string): T[] {
  const path = join(transcripts(host), `${cliSessionOf(host, session)}.jsonl`);
  if (!existsSync(path)) return [];
  // What follows the last line break is not written whole yet.
  const whole = readFileSync(path, "utf8").split("\n").slice(0, -1);
  return whole.filter((line) => line !== "").map((line) => JSON.parse(line) as T);
}

interface Said {
  type: string;
  isMeta?: boolean;
  message?: { content: string | { type: string; text?: string }[] };
}

/** What the person said, as the CLI has kept it. */
export const prompts = (host: Host, session: string): string[] =>
  transcript<Said>(host, session)
    .filter(({ type, isMeta }) => type === "user" && !isMeta)
    .flatMap(({ message }) =>
      typeof message?.content === "string"
        ? message.content
        : (message?.content ?? []).map(({ text }) => text),
    )
    .filter((text) => text !== undefined);

// Node 20 cannot read the store by itself; Python is needed for other tests anyway.
const query = `
import json, sqlite3, sys
path, sql, *values = sys.argv[1:]
store = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
store.row_factory = sqlite3.Row
print(json.dumps([dict(row) for row in store.execute(sql, values)]))
`;

/** Rows of the host's store. */
export function rows<T>(host: Host, sql: string, ...values: string[]): T[] {
  const path = join(host.data, "index.sqlite");
  return JSON.parse(execFileSync("python3", ["-I", "-c", query, path, sql, ...values], { encoding: "utf8" }));
}
