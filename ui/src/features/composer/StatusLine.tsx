import { toast } from "sonner";
import { updateSession } from "@/api/commands";
import type { SessionView } from "@/api/generated";
import { useView } from "@/api/hooks";
import { cn } from "@/lib/cn";
import { dollars } from "@/lib/format";

const infoOf = (view: SessionView) => view.info;
const usageOf = (view: SessionView) => view.usage;

export const modes: Record<string, string> = {
  default: "ask first",
  acceptEdits: "accept edits",
  plan: "plan",
  dontAsk: "never ask, deny",
  auto: "auto",
  bypassPermissions: "bypass",
  delegate: "delegate",
};

/** The modes that can be chosen with one click. */
const offered = ["default", "acceptEdits", "plan"];

/** Model, mode, context and cost: always there, each a way to change or look closer. */
export function StatusLine({ session }: { session: string }) {
  const info = useView(session, infoOf);
  const usage = useView(session, usageOf);
  const update = (change: Parameters<typeof updateSession>[1]) =>
    updateSession(session, change).catch((error: unknown) =>
      toast.error(error instanceof Error ? error.message : String(error)),
    );
  const mode = info?.permissionMode ?? "default";
  const percentage = usage?.context?.percentage;
  return (
    <div className="mr-auto flex min-w-0 items-center gap-2 overflow-hidden text-xs text-soft">
      <select
        aria-label="Model"
        value={info?.model ?? ""}
        onChange={(event) => update({ model: event.target.value })}
        className="max-w-36 truncate rounded-md bg-transparent py-1"
      >
        {info?.model && !info.models.some((model) => model.value === info.model) && (
          <option value={info.model}>{info.model}</option>
        )}
        {info?.models.map((model) => (
          <option key={model.value} value={model.value}>
            {model.displayName}
          </option>
        ))}
      </select>
      <select
        aria-label="Permission mode"
        value={mode}
        onChange={(event) => update({ permissionMode: event.target.value })}
        className="rounded-md bg-transparent py-1"
      >
        {[...new Set([...offered, mode])].map((value) => (
          <option key={value} value={value}>
            {modes[value] ?? value}
          </option>
        ))}
      </select>
      {percentage !== undefined && (
        <span title="context used" className={cn(percentage > 80 && "text-wait")}>
          ◔ {Math.round(percentage)}%
        </span>
      )}
      {usage && (
        <span title="cost of the session, and of the last turn" className="whitespace-nowrap">
          {dollars(usage.totalCostUsd)}
          {usage.lastTurn && ` (+${dollars(usage.lastTurn.costUsd).slice(1)})`}
        </span>
      )}
    </div>
  );
}
