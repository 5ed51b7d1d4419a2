import { useMemo, useState } from "react";
import type { UsageReport } from "@/api/generated";
import { useHost } from "@/api/hooks";
import { usageQuery } from "@/api/queries";
import { pageLink } from "@/app/navigation";
import { PageFrame } from "@/app/PageFrame";
import { Show } from "@/components/ui/show";
import { Empty } from "@/components/ui/states";
import { Segmented } from "@/components/ui/tabs";
import { cn } from "@/lib/cn";
import { count, dollars, shortPath } from "@/lib/format";
import { useLoad } from "@/lib/load";
import { useLook } from "@/lib/theme";
import { pageStrings } from "@/strings/late";
import { Limits } from "./Limits";
import { colourOf, Plot } from "./Plot";
import { type Dimension, dayList, type Metric, type Series, series, totals } from "./usage.logic";

const strings = pageStrings.usage;
const periods = [7, 30, 90];
const MOST = 6;

/** What all sessions have used: by day, by project, by model. */
export function Page() {
  const [days, setDays] = useState(30);
  const report = useLoad(usageQuery(days));
  return (
    <PageFrame
      crowded
      title={strings.title}
      actions={
        <Segmented
          label={strings.days}
          words={periods.map((period): [string, string] => [String(period), strings.period(period)])}
          value={String(days)}
          onChoose={(chosen) => setDays(Number(chosen))}
          className="flex-nowrap"
        />
      }
    >
      <div className="space-y-8">
        <Show of={report} rows={8}>
          {(data) => <Report report={data} days={days} />}
        </Show>
        <Limits />
      </div>
    </PageFrame>
  );
}

function Report({ report, days }: { report: UsageReport; days: number }) {
  const [by, setBy] = useState<Dimension>("model");
  const [metric, setMetric] = useState<Metric>("cost");
  const host = useHost();
  const newest = [...report.rows.map((row) => row.day), today()].sort().at(-1) ?? today();
  const list = useMemo(() => dayList(newest, days), [newest, days]);
  const shown = useMemo(
    () => series(report.rows, { by, metric, days: list, most: MOST, others: strings.others }),
    [report.rows, by, metric, list],
  );
  const sums = totals(report.rows, by);
  const total = sums.reduce((sum, row) => sum + row.cost, 0);
  const nameOf = (name: string) => (by === "project" ? shortPath(name, host?.home, 48) : name);
  const format = formats[metric];
  return (
    <>
      <div className="flex flex-wrap gap-x-10 gap-y-3">
        <Figure name={strings.total} value={dollars(total)} />
        <Figure name={strings.today} value={dollars(report.todayUsd)} />
        <Budget report={report} />
      </div>
      {report.rows.length === 0 ? (
        <Empty title={strings.emptyTitle}>{strings.empty}</Empty>
      ) : (
        <>
          <div className="flex flex-wrap gap-x-6 gap-y-2">
            <Segmented label={strings.show} words={strings.metrics} value={metric} onChoose={setMetric} />
            <Segmented label={strings.by} words={strings.dimensions} value={by} onChoose={setBy} />
          </div>
          <Plot days={list} series={shown} format={format} label={strings.plotText(dollars(total), days)} />
          <SumTable rows={sums} by={by} shown={shown} nameOf={nameOf} />
        </>
      )}
    </>
  );
}

const formats: Record<Metric, (value: number) => string> = { cost: dollars, tokens: count, turns: count };

const today = () => new Date().toLocaleDateString("sv");

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <p>
      <span className="block text-xs text-soft">{name}</span>
      <span className="text-2xl font-semibold">{value}</span>
    </p>
  );
}

function Budget({ report }: { report: UsageReport }) {
  const budget = report.dayBudgetUsd;
  if (!budget)
    return (
      <p className="max-w-60 self-end text-xs text-soft">
        {strings.budgetNone}{" "}
        <a href={pageLink("settings")} className="text-link underline">
          {strings.hostSettings}
        </a>
      </p>
    );
  const over = report.todayUsd >= budget;
  return (
    <div className="min-w-48 self-end text-xs">
      <p className={cn("pb-1", over ? "text-fail" : "text-soft")}>
        {over ? strings.budgetOver : strings.budgetOf(dollars(report.todayUsd), dollars(budget))}
      </p>
      <progress
        aria-label={strings.budget}
        max={budget}
        value={Math.min(report.todayUsd, budget)}
        className={cn("h-1.5 w-full", over ? "text-fail" : "text-work")}
      />
    </div>
  );
}

interface SumTableProps {
  rows: ReturnType<typeof totals>;
  by: Dimension;
  shown: Series[];
  nameOf: (name: string) => string;
}

function SumTable({ rows, by, shown, nameOf }: SumTableProps) {
  const dark = useLook((state) => state.dark);
  const place = (name: string) => {
    const at = shown.findIndex((one) => one.name === name);
    return at === -1 ? shown.length - 1 : at;
  };
  const head = [strings.input, strings.output, strings.cache, strings.turns, strings.cost];
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-sm">
        <thead className="text-xs text-soft">
          <tr>
            <th scope="col" className="py-1 text-left font-normal">
              {strings.name[by]}
            </th>
            {head.map((name) => (
              <th key={name} scope="col" className="pl-4 text-right font-normal">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.name} className="border-t border-line">
              <th scope="row" className="py-1.5 text-left font-normal whitespace-nowrap" title={row.name}>
                <span
                  aria-hidden
                  data-swatch
                  className="mr-2 inline-block size-2.5 rounded-xs"
                  style={{ background: colourOf(place(row.name), dark) }}
                />
                {nameOf(row.name)}
              </th>
              {[
                count(row.input),
                count(row.output),
                count(row.cache),
                count(row.turns),
                dollars(row.cost),
              ].map((value, index) => (
                <td key={head[index]} className="pl-4 text-right whitespace-nowrap">
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
