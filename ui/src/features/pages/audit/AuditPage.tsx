import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { AuditEntry } from "@/api/generated";
import { auditQuery, rulesQuery } from "@/api/queries";
import { useCan } from "@/api/scope";
import { sessionLink } from "@/app/navigation";
import { PageFrame } from "@/app/PageFrame";
import { Button } from "@/components/ui/button";
import { rowsLook } from "@/components/ui/section";
import { Empty, Failed, Loading } from "@/components/ui/states";
import { State, Tag } from "@/components/ui/status";
import { age } from "@/lib/format";
import { useLoad } from "@/lib/load";
import { dateTime } from "@/lib/locale";
import { useNow } from "@/lib/now";
import { pageStrings } from "@/strings/late";
import { MakeRule } from "./MakeRule";
import { Rules } from "./Rules";

const strings = pageStrings.audit;

/** Every decision, newest first. */
export function Page({ query }: { query: Record<string, string> }) {
  const { session } = query;
  const audit = useInfiniteQuery(auditQuery(session));
  // A host without rules of its own does not know this address: then nothing about them is offered.
  const rules = useLoad(rulesQuery);
  const creates = useCan("allowForSession");
  const [chosen, setChosen] = useState<AuditEntry>();
  return (
    <PageFrame title={strings.title}>
      <div className="space-y-8">
        <p className="text-sm text-soft">{strings.note}</p>
        {audit.isPending && <Loading rows={8} />}
        {audit.data && (
          <Entries
            entries={audit.data.pages.flatMap((page) => page.entries)}
            onRule={rules.load.state === "ready" && creates ? setChosen : undefined}
          />
        )}
        {audit.error && <Failed error={audit.error} onRetry={() => void audit.refetch()} />}
        {audit.hasNextPage && !audit.error && (
          <Button disabled={audit.isFetchingNextPage} onClick={() => void audit.fetchNextPage()}>
            {strings.more}
          </Button>
        )}
        {rules.load.state === "ready" && <Rules rules={rules.load.data} reload={rules.reload} />}
      </div>
      {chosen && <MakeRule entry={chosen} onClose={() => setChosen(undefined)} onMade={rules.reload} />}
    </PageFrame>
  );
}

interface EntriesProps {
  entries: AuditEntry[];
  onRule: ((entry: AuditEntry) => void) | undefined;
}

function Entries({ entries, onRule }: EntriesProps) {
  if (entries.length === 0) return <Empty title={strings.emptyTitle}>{strings.empty}</Empty>;
  return (
    <div className="space-y-3">
      <ol aria-label={strings.decisions} className={rowsLook}>
        {entries.map((entry) => (
          <Row key={entry.id} entry={entry} onRule={onRule} />
        ))}
      </ol>
    </div>
  );
}

const tones = { allowed: "done", denied: "fail", answered: "done", withdrawn: "idle" } as const;

function Row({ entry, onRule }: { entry: AuditEntry; onRule: EntriesProps["onRule"] }) {
  const now = useNow();
  return (
    <li className="space-y-1 px-3.5 py-2.5">
      <p className="flex flex-wrap items-center gap-x-2 text-sm">
        <State tone={tones[entry.decision]}>{strings.outcomes[entry.decision]}</State>
        <span className="font-medium">{entry.tool}</span>
        <code className="min-w-0 flex-1 font-mono text-xs break-all">{entry.summary}</code>
        <time
          dateTime={new Date(entry.at).toISOString()}
          title={dateTime(entry.at)}
          className="text-xs text-soft"
        >
          {age(entry.at, now)}
        </time>
      </p>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-soft">
        <span title={entry.deviceId}>
          {strings.by[entry.by]}
          {entry.device && ` · ${entry.device}`}
        </span>
        {entry.rule && <Tag>{entry.rule}</Tag>}
        <a href={sessionLink(entry.session)} className="text-link underline">
          {entry.title || strings.open}
        </a>
        {onRule && entry.by === "person" && ["allowed", "denied"].includes(entry.decision) && (
          <Button
            look="quiet"
            className="-mr-2 ml-auto min-h-7 px-2 pointer-coarse:-my-1.5"
            onClick={() => onRule(entry)}
          >
            {strings.toRule}
          </Button>
        )}
      </p>
      {entry.remembered.length > 0 && (
        <p className="text-xs text-soft">
          {strings.remembered}: {entry.remembered.join(", ")}
        </p>
      )}
      {entry.message && (
        <p className="text-xs text-soft">
          {strings.message}: {entry.message}
        </p>
      )}
    </li>
  );
}
