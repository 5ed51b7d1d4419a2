// Makes a recorded view the same on every machine and in every run.

import { tmpdir } from "node:os";
import type { SessionView } from "../../../src/api/generated";
import { HOME, PROJECT } from "../fake/answers";
import type { Host } from "../server";

const EPOCH = Date.UTC(2026, 0, 1);

/** Durations depend on the machine. */
const durations = new Set([
  "durationMs",
  "apiDurationMs",
  "elapsedSeconds",
  "totalDurationMs",
  "duration_ms",
]);

/** Gives every distinct match a number, in the order in which they first appear. */
function numbered(text: string, pattern: RegExp, name: (number: number) => string): string {
  const known = new Map<string, string>();
  return text.replace(pattern, (found) => {
    const as = known.get(found) ?? name(known.size + 1);
    known.set(found, as);
    return as;
  });
}

const padded = (number: number, length: number) => String(number).padStart(length, "0");

/** A path as the CLI writes it into the name of a directory. */
const flattened = (path: string) => path.replaceAll(/[^A-Za-z0-9]/g, "-");

/** Texts of the simulator in which a duration stands. */
const timed = /duration_ms: \d+/g;

function withoutPaths(text: string, host: Host): string {
  return (
    text
      .replaceAll(host.project, PROJECT)
      .replaceAll(host.data, HOME)
      // The number of the test on its worker.
      .replaceAll(/\/demo\/tests\/\d+/g, "/demo/tests/1")
      .replaceAll(flattened(host.project), flattened(PROJECT))
      .replaceAll(new RegExp(`${tmpdir()}/claude-\\d+`, "g"), "/tmp/claude-1000")
  );
}

/** The length of a text without its paths and durations. */
function measured(_: string, value: unknown): unknown {
  const cut = value as { text?: unknown; truncated?: boolean; fullSize?: number } | null;
  if (typeof cut?.text !== "string" || cut.fullSize === undefined || cut.truncated) return value;
  return { ...cut, fullSize: Buffer.byteLength(cut.text) };
}

/** The view without paths of this machine, times, durations, random ids and sequence numbers. */
export function normalize(view: SessionView, host: Host): SessionView {
  const orders = view.entries.map(({ order }) => order);
  const plain = JSON.stringify(view, (key, value: unknown) => {
    if (key === "harnessSectionHash") return "0";
    if (key === "device" && typeof value === "string") return "device";
    if (typeof value === "string") return value.replaceAll(timed, "duration_ms: 1000");
    if (typeof value !== "number") return value;
    if (durations.has(key)) return 1000;
    if (key === "order") return orders.indexOf(value) + 1;
    if (key === "seq" || key === "inputSeq") return 1;
    return value > 1e12 ? EPOCH : value;
  });
  let text = withoutPaths(plain, host);
  text = numbered(text, /(?<=")e\d+(\.\d+)?(?=")/g, (number) => `e${number}`);
  text = numbered(text, /toolu_\w+/g, (number) => `toolu_${padded(number, 4)}`);
  for (const [index, { id }] of view.jobs.entries()) text = text.replaceAll(id, `job-${index + 1}`);
  text = numbered(
    text,
    /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g,
    (number) => `00000000-0000-4000-8000-${padded(number, 12)}`,
  );
  return JSON.parse(text, measured) as SessionView;
}
