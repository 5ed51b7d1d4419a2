import { Gauge, Shrink } from "lucide-react";
import { useMemo } from "react";
import { sendMessage } from "@/api/commands";
import type { SessionView } from "@/api/generated";
import { useView } from "@/api/hooks";
import { select } from "@/api/selectors";
import { Button } from "@/components/ui/button";
import { PanelBody, rowsLook, Section } from "@/components/ui/section";
import { Answer } from "@/components/ui/show";
import { Empty } from "@/components/ui/states";
import { AwaitView } from "@/features/panels/AwaitView";
import { useAction } from "@/lib/action";
import { age, count } from "@/lib/format";
import { useNow } from "@/lib/now";
import { panelStrings } from "@/strings/late";
import { control } from "../api";
import { useProcess } from "../process";
import { ContextBar } from "./ContextBar";
import { compactions, FULL_PERCENT, percentage } from "./context.logic";

const strings = panelStrings.context;
const busyOf = (view: SessionView) => view.liveness.activity.state !== "idle";

/** How full the context window is, with what, and the way to make room. */
export function ContextPanel({ session }: { session: string }) {
  const context = useView(session, select.context);
  const models = useView(session, select.models);
  const busy = useView(session, busyOf) ?? true;
  const { awake } = useProcess(session);
  const now = useNow();
  const asking = useAction();
  const compacting = useAction();
  // Older CLIs do not know the request; they print the same as a command.
  const older =
    models !== undefined && models.length > 0 && models.every((model) => model.effortLevels.length === 0);
  const ask = () =>
    asking.run(async () => {
      if (older) {
        await sendMessage(session, { text: "/context" });
        return strings.askedOlder;
      }
      await control(session, "get_context_usage");
      return undefined;
    });
  const compact = () =>
    compacting.run(async () => {
      await sendMessage(session, { text: "/compact" });
      return strings.compacting;
    });
  if (models === undefined) return <AwaitView session={session} />;
  const percent = context && percentage(context);
  return (
    <PanelBody>
      <Section
        title={strings.gauge}
        action={
          <Button onClick={ask} disabled={!awake || asking.busy}>
            <Gauge size={14} aria-hidden /> {strings.ask}
          </Button>
        }
      >
        {context ? (
          <>
            <ContextBar context={context} />
            <p className="text-xs text-soft">
              {context.reported ? strings.reported(age(context.at, now)) : strings.reckoned}
            </p>
          </>
        ) : (
          <Empty title={strings.emptyTitle}>{strings.empty}</Empty>
        )}
        <Answer outcome={asking.outcome} />
        {percent !== undefined && percent > FULL_PERCENT && (
          <p role="alert" className="rounded-md bg-wait-page p-3 text-sm text-wait">
            <span aria-hidden>◆ </span>
            {strings.warning}
          </p>
        )}
      </Section>
      <Section title={strings.compactions} note={strings.compactNote}>
        <Compactions session={session} />
        <Button onClick={compact} disabled={!awake || busy || compacting.busy}>
          <Shrink size={14} aria-hidden /> {strings.compact}
        </Button>
        <Answer outcome={compacting.outcome} />
      </Section>
    </PanelBody>
  );
}

function Compactions({ session }: { session: string }) {
  const entries = useView(session, select.entries);
  const now = useNow();
  const marks = useMemo(() => compactions(entries ?? []), [entries]);
  if (marks.length === 0) return <p className="text-sm text-soft">{strings.compactionsNone}</p>;
  return (
    <ul aria-label={strings.compactions} className={`${rowsLook} text-sm`}>
      {marks.map((mark) => (
        <li key={mark.id} className="flex flex-wrap gap-x-3 px-3 py-1.5">
          <span className="flex-1">
            {mark.before !== undefined && mark.after !== undefined
              ? `${count(mark.before)} → ${count(mark.after)}`
              : mark.state === "failed"
                ? strings.failed
                : mark.state === "running"
                  ? strings.running
                  : mark.before !== undefined
                    ? `${count(mark.before)} ${strings.before}`
                    : ""}
          </span>
          <span className="text-soft">{mark.trigger === "manual" ? strings.manual : strings.auto}</span>
          <time dateTime={new Date(mark.at).toISOString()} className="text-soft">
            {age(mark.at, now)}
          </time>
        </li>
      ))}
    </ul>
  );
}
