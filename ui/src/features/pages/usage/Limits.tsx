import { useSessions } from "@/api/hooks";
import { useCan } from "@/api/scope";
import { Section } from "@/components/ui/section";
import { Show } from "@/components/ui/show";
import { useLoad } from "@/lib/load";
import { dateTime } from "@/lib/locale";
import { pageStrings } from "@/strings/late";
import { controlQuery } from "../../panels/api";

const strings = pageStrings.usage;

interface Window {
  utilization: number | null;
  resets_at: string | null;
}

interface CliUsage {
  rate_limits: Record<string, Window | null> | null;
}

/** The limits of the account, as a session that is awake knows them. */
export function Limits() {
  const sessions = [...(useSessions()?.values() ?? [])];
  const newest = sessions
    .filter(({ status }) => status === "live")
    .sort((left, right) => right.at - left.at)[0]?.id;
  // The CLI is asked for them, which needs more than looking.
  const asks = useCan("manageSessions");
  const usage = useLoad(
    asks && newest !== undefined
      ? controlQuery<CliUsage>(newest, 0, "get_usage", { skip_behaviors: true })
      : undefined,
  );
  if (!asks) return null;
  return (
    <Section title={strings.limits}>
      {newest === undefined ? (
        <p className="text-sm text-soft">{strings.limitsNone}</p>
      ) : (
        <Show of={usage} rows={2}>
          {({ rate_limits: limits }) => <Windows limits={limits} />}
        </Show>
      )}
    </Section>
  );
}

function Windows({ limits }: { limits: CliUsage["rate_limits"] }) {
  const known = Object.entries(limits ?? {}).filter(
    (entry): entry is [string, Window] => typeof entry[1]?.utilization === "number",
  );
  if (known.length === 0) return <p className="text-sm text-soft">{strings.limitsKey}</p>;
  return (
    <ul className="space-y-2">
      {known.map(([name, { utilization, resets_at }]) => {
        const percent = Math.round(utilization ?? 0);
        return (
          <li
            key={name}
            className="grid grid-cols-[10rem_1fr_auto] items-center gap-3 text-sm max-md:grid-cols-[auto_1fr] max-md:gap-y-1"
          >
            <span>{strings.windows[name] ?? name.replaceAll("_", " ")}</span>
            <progress
              aria-label={name}
              max={100}
              value={percent}
              className="h-1.5 w-full text-work max-md:order-last max-md:col-span-2"
            />
            <span className="text-xs text-soft max-md:text-right">
              {strings.limitUsed(percent)}
              {resets_at && `, ${strings.limitResets(dateTime(Date.parse(resets_at)))}`}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
