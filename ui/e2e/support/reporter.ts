// The end of a run: the slowest tests, what was retried and why, what was skipped and why, and one line of numbers.

import { writeFileSync } from "node:fs";
import { relative } from "node:path";
import type { FullResult, Reporter, Suite, TestCase } from "@playwright/test/reporter";

/** A run in which more tests than this passed only on the second attempt has failed. */
const MOST_RETRIED = 2;
const SLOWEST = 10;

interface Summary {
  /** How long each test took, the slowest first. */
  times: { name: string; seconds: number }[];
  retried: { name: string; failure: string }[];
  skipped: { name: string; reason: string }[];
  passed: number;
  failed: string[];
}

/** The project, the file and the titles: `desktop › asks.spec.ts › Escape denies`. */
function nameOf(test: TestCase): string {
  const [, project = "", , ...titles] = test.titlePath();
  return [project, relative(`${import.meta.dirname}/..`, test.location.file), ...titles].join(" › ");
}

/** The color codes of a terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they begin with the escape character
const colors = /\u001b\[[\d;]*m/g;

const firstFailure = (test: TestCase): string => {
  const [line = ""] = (test.results[0]?.error?.message ?? "").replace(colors, "").split("\n");
  return line;
};

const secondsOf = (test: TestCase): number =>
  Math.round(Math.max(0, ...test.results.map(({ duration }) => duration)) / 100) / 10;

function reasonOf(test: TestCase): string {
  const annotations = [...test.annotations, ...test.results.flatMap(({ annotations }) => annotations)];
  return annotations.find(({ type }) => type === "skip" || type === "fixme")?.description ?? "no reason";
}

function summarize(tests: TestCase[]): Summary {
  // A test without a result was not started: the run was interrupted, or only listed the tests.
  const started = tests.filter(({ results }) => results.length > 0);
  const run = started.filter((test) => test.outcome() !== "skipped");
  const times = run.map((test) => ({ name: nameOf(test), seconds: secondsOf(test) }));
  return {
    times: times.sort((one, other) => other.seconds - one.seconds),
    retried: run
      .filter((test) => test.ok() && test.results.length > 1)
      .map((test) => ({ name: nameOf(test), failure: firstFailure(test) })),
    skipped: started
      .filter((test) => test.outcome() === "skipped")
      .map((test) => ({ name: nameOf(test), reason: reasonOf(test) })),
    passed: run.filter((test) => test.ok()).length,
    failed: run.filter((test) => !test.ok()).map(nameOf),
  };
}

/** The summary as `cargo xtask test` reads it: lines of fields with tabs between them. */
function lines({ times, retried, skipped, passed, failed }: Summary): string {
  const rows = [
    ["passed", passed],
    ...failed.map((name) => ["failed", name]),
    ...times.map(({ name, seconds }) => ["time", seconds, name]),
    ...retried.map(({ name, failure }) => ["retried", name, failure]),
    ...skipped.map(({ name, reason }) => ["skipped", name, reason]),
  ];
  const field = (value: string | number) => String(value).replace(/[\t\r\n]+/g, " ");
  return rows.map((row) => `${row.map(field).join("\t")}\n`).join("");
}

function print(title: string, lines: string[]): void {
  if (lines.length > 0) console.log([`\n${title}`, ...lines.map((line) => `  ${line}`)].join("\n"));
}

export default class implements Reporter {
  private tests: TestCase[] = [];

  onBegin(_: unknown, suite: Suite): void {
    this.tests = suite.allTests();
  }

  async onEnd(result: FullResult): Promise<{ status: FullResult["status"] }> {
    const summary = summarize(this.tests);
    print(
      "Slowest tests:",
      summary.times.slice(0, SLOWEST).map(({ name, seconds }) => `${seconds.toFixed(1)} s  ${name}`),
    );
    print(
      "Retried tests:",
      summary.retried.flatMap(({ name, failure }) => [name, `  ${failure}`]),
    );
    print(
      "Skipped tests:",
      summary.skipped.map(({ name, reason }) => `${name}: ${reason}`),
    );
    const unstable = summary.retried.length > MOST_RETRIED;
    if (unstable)
      console.log(`\n${summary.retried.length} tests needed a retry, at most ${MOST_RETRIED} may`);
    const file = process.env.PILOTHOUSE_SUMMARY;
    if (file) writeFileSync(file, lines(summary));
    const { passed, failed, skipped } = summary;
    console.log(`\nbrowser: ${passed} passed, ${failed.length} failed, ${skipped.length} skipped`);
    return { status: unstable && result.status === "passed" ? "failed" : result.status };
  }
}
