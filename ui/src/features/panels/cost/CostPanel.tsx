import type { Job, RateLimit, Usage } from "@/api/generated";
import { useView } from "@/api/hooks";
import { select } from "@/api/selectors";
import { openPage } from "@/app/navigation";
import { Facts, PanelBody, Section } from "@/components/ui/section";
import { Empty } from "@/components/ui/states";
import { DiffStat, State } from "@/components/ui/status";
import { AwaitView } from "@/features/panels/AwaitView";
import { count, dollars, duration } from "@/lib/format";
import { dateTime } from "@/lib/locale";
import { panelStrings } from "@/strings/late";

const strings = panelStrings.cost;

/** What the session has cost: in all, in the last turn, by model, by subagent. */
export function CostPanel({ session }: { session: string }) {
  const usage = useView(session, select.usage);
  const jobs = useView(session, select.jobs);
  if (!usage) return <AwaitView session={session} />;
  return (
    <PanelBody>
      <Section
        title={strings.session}
        action={
          <button
            type="button"
            onClick={() => openPage("usage")}
            className="text-xs text-link underline pointer-coarse:min-h-11"
          >
            {strings.usagePage}
          </button>
        }
      >
        <Total usage={usage} />
      </Section>
      {usage.models.length > 0 && (
        <Section title={strings.models}>
          <Models usage={usage} />
        </Section>
      )}
      <Section title={strings.agents} note={strings.agentsNote}>
        <Agents jobs={(jobs ?? []).filter((job) => job.job === "agent")} />
      </Section>
      {usage.rateLimit && (
        <Section title={strings.limit}>
          <Limit limit={usage.rateLimit} />
        </Section>
      )}
    </PanelBody>
  );
}

function Total({ usage }: { usage: Usage }) {
  if (usage.turns === 0 && usage.totalCostUsd === 0)
    return <Empty title={strings.emptyTitle}>{strings.empty}</Empty>;
  return (
    <>
      <p className="flex items-baseline gap-2">
        <span className="text-2xl font-semibold">{dollars(usage.totalCostUsd)}</span>
        {usage.lastTurn && (
          <span className="text-sm text-soft">
            +{dollars(usage.lastTurn.costUsd)} {strings.lastTurn}
          </span>
        )}
      </p>
      <Facts
        rows={[
          [strings.turns, usage.turns],
          [strings.time, duration(usage.durationMs)],
          [strings.apiTime, duration(usage.apiDurationMs)],
          [strings.lines, <DiffStat key="lines" added={usage.linesAdded} removed={usage.linesRemoved} />],
          [strings.carried, usage.carriedCostUsd > 0 ? dollars(usage.carriedCostUsd) : undefined],
        ]}
      />
    </>
  );
}

const number = "py-1 pl-3 text-right whitespace-nowrap";

function Models({ usage }: { usage: Usage }) {
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-xs">
        <thead className="text-soft">
          <tr>
            <th scope="col" className="text-left align-bottom font-normal">
              {strings.model}
            </th>
            {[strings.input, strings.output, strings.cache, strings.costs].map((name) => (
              <th key={name} scope="col" className="pl-3 text-right align-bottom font-normal">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {usage.models.map((model) => (
            <tr key={model.model} className="border-t border-line">
              <th scope="row" className="py-1 text-left font-normal whitespace-nowrap">
                {model.model}
              </th>
              <td className={number}>{count(model.tokens.input)}</td>
              <td className={number}>{count(model.tokens.output)}</td>
              <td className={number}>
                {strings.cacheOf(count(model.tokens.cacheRead), count(model.tokens.cacheWrite))}
              </td>
              <td className={number}>{dollars(model.costUsd)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Agents({ jobs }: { jobs: Job[] }) {
  if (jobs.length === 0) return <p className="text-sm text-soft">{strings.agentsNone}</p>;
  return (
    <table className="w-full text-xs">
      <thead className="text-soft">
        <tr>
          <th scope="col" className="text-left font-normal">
            {strings.agent}
          </th>
          {[strings.tokens, strings.tools, strings.took].map((name) => (
            <th key={name} scope="col" className="pl-3 text-right font-normal">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {jobs.map((job) => (
          <tr key={job.id} className="border-t border-line">
            <th scope="row" className="text-left font-normal">
              {job.description} {job.agentType && <span className="text-soft">{job.agentType}</span>}
            </th>
            <td className={number}>{job.totalTokens === undefined ? "" : count(job.totalTokens)}</td>
            <td className={number}>{job.toolUses}</td>
            <td className={number}>{job.durationMs === undefined ? "" : duration(job.durationMs)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const tone = { allowed: "done", warning: "wait", rejected: "fail", unknown: "idle" } as const;

function Limit({ limit }: { limit: RateLimit }) {
  const parts = [
    limit.limit?.replaceAll("_", " "),
    limit.utilization !== undefined && strings.limitUsed(Math.round(limit.utilization * 100)),
    limit.resetsAt && strings.resets(dateTime(limit.resetsAt * 1000)),
    limit.usingOverage && strings.overage,
  ];
  return (
    <p className="flex flex-wrap gap-x-2 text-sm">
      <State tone={tone[limit.status]}>{strings.statuses[limit.status]}</State>
      <span className="text-soft">{parts.filter(Boolean).join(" · ")}</span>
    </p>
  );
}
