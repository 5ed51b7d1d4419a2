// Saves the wire of a session as a recording.

import { queryOptions } from "@tanstack/react-query";
import type { WirePage, WireRecord } from "@/api/generated";
import { sessionKey } from "@/api/queries";
import { listRecords } from "@/api/reads";
import { recordingLine } from "./wire.logic";

/** Lines longer than this do not occur: the CLI's own limit is lower. */
const WHOLE = 64 << 20;

/** A record that is not cut. Records never change. */
export const recordQuery = (session: string, seq: number) =>
  queryOptions({
    queryKey: [...sessionKey(session, "record"), seq],
    queryFn: () => wholeRecord(session, seq),
    staleTime: Number.POSITIVE_INFINITY,
  });

async function wholeRecord(session: string, seq: number): Promise<WireRecord> {
  const { records } = await listRecords(session, seq - 1, 1, WHOLE);
  const record = records[0];
  if (!record) throw new Error(String(seq));
  return record;
}

/** All lines of both directions, as the text of a recording. */
export async function recordingOf(session: string, told: (records: number) => void): Promise<string[]> {
  const lines: string[] = [];
  let after: number | undefined = 0;
  let start: number | undefined;
  let count = 0;
  while (after !== undefined) {
    const page: WirePage = await listRecords(session, after, 1000, WHOLE);
    for (const record of page.records) {
      start ??= record.at;
      const line = recordingLine(record, start);
      if (line) lines.push(line);
    }
    count += page.records.length;
    told(count);
    after = page.next;
  }
  return lines;
}

/** Hands a text to the person as a file. */
export function save(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "application/x-ndjson" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
