import { useState } from "react";
import type { AuditEntry, AuditPage } from "@/api/generated";
import { call } from "@/api/http";
import { useCan } from "@/api/scope";
import { sessionLink } from "@/app/navigation";
import { PageFrame } from "@/app/PageFrame";
import { Button } from "@/components/ui/button";
import { age } from "@/lib/format";
import { dateTime } from "@/lib/locale";
import { useNow } from "@/lib/now";
import { pageStrings } from "@/strings/pages";
import { State, Tag } from "../../panels/parts/layout";
import { asError, useLoad } from "../../panels/parts/load";
import { Empty, Failed, Show } from "../../panels/parts/states";
import { MakeRule } from "./MakeRule";
import { Rules } from "./Rules";

const strings = pageStrings.audit;

/** How many decisions are fetched at a time. */
const PAGE = 100;

/** Every decision, newest first. */
export function Page({ query }: { query: Record<string, string> }) {
  const { session } = query;
  const first = useLoad(`audit ${session ?? ""}`, () =>
    call("GET /api/audit", { query: { session, limit: PAGE } }),
  );
  // A host without rules of its own does not know this address: then nothing about them is offered.
  const rules = useLoad("rules", () => call("GET /api/rules"));
  const creates = useCan("allowForSession");
  const [chosen, setChosen] = useState<AuditEntry>();
  return (
    <PageFrame title={strings.title}>
      <div className="space-y-8">
        <p className="text-sm text-soft">{strings.note}</p>
        <Show of={first} rows={8}>
          {(page) => (
            <Entries
              key={session ?? ""}
              page={page}
              session={session}
              onRule={rules.load.state === "ready" && creates ? setChosen : undefined}
            />
          )}
        </Show>
        {rules.load.state === "ready" && <Rules rules={rules.load.data} reload={rules.reload} />}
      </div>
      {chosen && <MakeRule entry={chosen} onClose={() => setChosen(undefined)} onMade={rules.reload} />}
    </PageFrame>
  );
}

interface EntriesProps {
  page: AuditPage;
  /** Shows only decisions of this session. */
  session: string | undefined;
  onRule: ((entry: AuditEntry) => void) | undefined;
}

function Entries({ page, session, onRule }: EntriesProps) {
  const [more, setMore] = useState<AuditEntry[]>([]);
  const [next, setNext] = useState(page.next);
  const [error, setError] = useState<Error>();
  const load = () =>
    call("GET /api/audit", { query: { session, limit: PAGE, cursor: next } }).then(
      (found) => {
        setMore((before) => [...before, ...found.entries]);
        setNext(found.next);
      },
      (problem: unknown) => setError(asError(problem)),
    );
  const entries = [...page.entries, ...more];
  if (entries.length === 0) return <Empty title={strings.emptyTitle}>{strings.empty}</Empty>;
  return (
    <div className="space-y-3">
      <ol aria-label={strings.decisions} className="divide-y divide-line rounded-md border border-line">
        {entries.map((entry) => (
          <Row key={entry.id} entry={entry} onRule={onRule} />
        ))}
      </ol>
      {error && <Failed error={error} retry={load} />}
      {next && <Button onClick={load}>{strings.more}</Button>}
    </div>
  );
}

const tones = { allowed: "done", denied: "fail", answered: "done", withdrawn: "idle" } as const;

function Row({ entry, onRule }: { entry: AuditEntry; onRule: EntriesProps["onRule"] }) {
  const now = useNow();
  return (
    <li className="space-y-1 px-3 py-2">
      <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
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
        <a href={sessionLink(entry.session)} className="text-accent underline">
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
