// Records of the wire: filtering, and the recording made of them.

import type { WireRecord } from "@/api/generated";

export interface WireFilter {
  kinds: ReadonlySet<string>;
  text: string;
  onlyUnknown: boolean;
}

export const allKinds = ["out", "in", "err", "note", "spawn", "exit"];

export function filtered(records: WireRecord[], filter: WireFilter): WireRecord[] {
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  return records.filter((record) => {
    if (filter.onlyUnknown && !record.unknown) return false;
    if (!filter.kinds.has(record.kind) && allKinds.includes(record.kind)) return false;
    if (words.length === 0) return true;
    const text = `${record.name} ${record.text}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** What a record's name does not say already: notes of the host and starts of a process differ by what is in them. */
export function wordsOf({ name, kind, text }: WireRecord): string {
  if (name && (kind === "in" || kind === "out")) return "";
  const json = parsed(text);
  if (json === undefined) return text.slice(0, 120);
  const { argv, note: _, ...rest } = json;
  const command = Array.isArray(argv) ? argv.map(String) : [];
  // A program is known by its name; where it lies stands in the record itself.
  const shown = [command[0]?.split("/").pop(), ...command.slice(1)].filter(Boolean);
  const values = Object.values(rest).map((value) =>
    typeof value === "string" ? value : JSON.stringify(value),
  );
  return (shown.length > 0 ? shown : values).join(" ").slice(0, 120);
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const json: unknown = JSON.parse(text);
    return typeof json === "object" && json !== null ? (json as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** Adds newer or older records; each is there once. */
export function merged(before: WireRecord[], more: WireRecord[]): WireRecord[] {
  if (more.length === 0) return before;
  const last = before.at(-1)?.seq ?? 0;
  if ((more[0]?.seq ?? 0) > last) return [...before, ...more];
  const known = new Set(before.map((record) => record.seq));
  return [...before, ...more.filter((record) => !known.has(record.seq))].sort(
    (left, right) => left.seq - right.seq,
  );
}

/** A line of a recording; undefined for what is not on the wire. */
export function recordingLine(record: WireRecord, start: number): string | undefined {
  if (record.kind !== "in" && record.kind !== "out") return undefined;
  const frame = { t: record.at - start, dir: record.kind };
  try {
    return JSON.stringify({ ...frame, line: JSON.parse(record.text) });
  } catch {
    return JSON.stringify({ ...frame, raw: record.text });
  }
}
