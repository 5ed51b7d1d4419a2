// Rows of usage as series by day.

import type { UsageRow } from "@/api/generated";

export type Dimension = "model" | "project";
export type Metric = "cost" | "tokens" | "turns";

export interface Totals {
  name: string;
  cost: number;
  input: number;
  output: number;
  cache: number;
  turns: number;
}

const tokensOf = (row: UsageRow) =>
  row.inputTokens + row.outputTokens + row.cacheReadTokens + row.cacheWriteTokens;

const amountOf = (row: UsageRow, metric: Metric): number =>
  metric === "cost" ? row.costUsd : metric === "turns" ? row.turns : tokensOf(row);

/** Sums by model or project, the dearest first. */
export function totals(rows: UsageRow[], by: Dimension): Totals[] {
  const found = new Map<string, Totals>();
  for (const row of rows) {
    const before = found.get(row[by]) ?? { name: row[by], cost: 0, input: 0, output: 0, cache: 0, turns: 0 };
    found.set(row[by], {
      name: row[by],
      cost: before.cost + row.costUsd,
      input: before.input + row.inputTokens,
      output: before.output + row.outputTokens,
      cache: before.cache + row.cacheReadTokens + row.cacheWriteTokens,
      turns: before.turns + row.turns,
    });
  }
  return [...found.values()].sort(
    (left, right) => right.cost - left.cost || left.name.localeCompare(right.name),
  );
}

/** The last `count` days up to the newest one, as `2026-01-31`. */
export function dayList(last: string, count: number): string[] {
  const end = Date.parse(`${last}T00:00:00Z`);
  return Array.from({ length: count }, (_, index) =>
    new Date(end - (count - 1 - index) * 86_400_000).toISOString().slice(0, 10),
  );
}

export interface Series {
  name: string;
  /** One value per day. */
  values: number[];
}

/** One series for each of the largest, the rest together. */
export function series(
  rows: UsageRow[],
  options: { by: Dimension; metric: Metric; days: string[]; most: number; others: string },
): Series[] {
  const { by, metric, days, most, others } = options;
  const place = new Map(days.map((day, index) => [day, index]));
  const found = new Map<string, number[]>();
  for (const row of rows) {
    const at = place.get(row.day);
    if (at === undefined) continue;
    const values = found.get(row[by]) ?? days.map(() => 0);
    values[at] = (values[at] ?? 0) + amountOf(row, metric);
    found.set(row[by], values);
  }
  const sorted = [...found]
    .map(([name, values]) => ({ name, values }))
    .sort((left, right) => sum(right.values) - sum(left.values));
  if (sorted.length <= most) return sorted;
  const rest = sorted.slice(most - 1);
  const together = days.map((_, day) => rest.reduce((total, one) => total + (one.values[day] ?? 0), 0));
  return [...sorted.slice(0, most - 1), { name: others, values: together }];
}

/** Each series on top of the ones before it. */
export function stacked(list: Series[]): number[][] {
  const result: number[][] = [];
  for (const { values } of list) {
    const below = result.at(-1);
    result.push(values.map((value, index) => value + (below?.[index] ?? 0)));
  }
  return result;
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
