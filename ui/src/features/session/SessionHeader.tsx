import { ChevronLeft, Ellipsis, GitCompare } from "lucide-react";
import type { ReactNode } from "react";
import { useSession, useView } from "@/api/hooks";
import { select } from "@/api/selectors";
import { CommandItems } from "@/app/commands/CommandItems";
import { setActiveSession, togglePanel } from "@/app/navigation";
import { SidebarButton } from "@/app/PageFrame";
import { useKeyLabel } from "@/app/shortcuts/bindings";
import { Button, IconButton } from "@/components/ui/button";
import { ButtonMenu, MenuLine } from "@/components/ui/menu";
import { DiffStat, StatusMark } from "@/components/ui/status";
import { cn } from "@/lib/cn";
import { useHasSidebar } from "@/lib/media";
import { useNow } from "@/lib/now";
import { conversation, strings, titles } from "@/strings";
import { modeName } from "../composer/modes.logic";
import { projectName } from "../sessions/sessions.logic";
import { failed, isBusy, sentence } from "./liveness.logic";
import { modelName } from "./model.logic";

interface HeaderProps {
  session: string;
  onBack: () => void;
  /** Further buttons at the end of the line. */
  children?: ReactNode;
}

/** What the session is, where it runs, what it is doing, and what can be done with it. */
export function SessionHeader({ session, onBack, children }: HeaderProps) {
  const summary = useSession(session);
  const info = useView(session, select.info);
  const wide = useHasSidebar();
  const mode = modeName(info?.permissionMode ?? "default");
  const parts = [summary && projectName(summary.project), summary?.branch, info && modelName(info), mode];
  return (
    <header className="@container flex min-h-[53px] items-center gap-1.5 border-b border-line px-4 py-1 max-md:px-2">
      {wide ? (
        <SidebarButton />
      ) : (
        <IconButton label={strings.sessions} onClick={onBack}>
          <ChevronLeft size={22} strokeWidth={1.75} />
        </IconButton>
      )}
      <div className="min-w-0 flex-1">
        <h1 className="truncate text-[0.90625rem] leading-5 font-semibold tracking-[-0.01em]">
          {summary?.title ?? info?.title ?? strings.loading}
        </h1>
        <div className="flex min-w-0 items-center gap-2">
          <p className="min-w-0 shrink-[4] truncate text-xs text-soft @max-[36rem]:hidden">
            {parts.filter(Boolean).join(" · ")}
          </p>
          <Liveness session={session} />
        </div>
      </div>
      <Changes session={session} />
      <Menu session={session} />
      {children}
    </header>
  );
}

/** Lines that the session changed; opens the panel that shows them. */
function Changes({ session }: { session: string }) {
  const usage = useView(session, select.usage);
  const key = useKeyLabel("panel.changes");
  if (!usage || (usage.linesAdded === 0 && usage.linesRemoved === 0)) return null;
  return (
    <Button
      size="small"
      aria-label={conversation.changes(usage.linesAdded, usage.linesRemoved)}
      data-tip={titles.changes}
      data-tip-key={key}
      onClick={() => {
        setActiveSession(session);
        togglePanel("changes");
      }}
      className="max-md:border-transparent max-md:bg-transparent"
    >
      <GitCompare size={14} strokeWidth={1.75} aria-hidden />
      <span className="@max-[36rem]:hidden">{titles.changes}</span>
      <DiffStat
        added={usage.linesAdded}
        removed={usage.linesRemoved}
        className="max-md:hidden @max-[26rem]:hidden"
      />
    </Button>
  );
}

function Menu({ session }: { session: string }) {
  return (
    <ButtonMenu
      align="end"
      className="min-w-60"
      trigger={
        <IconButton label={conversation.actions}>
          <Ellipsis size={16} strokeWidth={1.75} />
        </IconButton>
      }
    >
      {(after) => (
        <>
          <CommandItems menu="conversation" session={session} choose={(run) => after(run)()} />
          <MenuLine />
          <CommandItems menu="session" session={session} choose={(run) => after(run)()} />
        </>
      )}
    </ButtonMenu>
  );
}

/** What it is doing and for how long: a sentence with a clock, never a spinner alone. */
function Liveness({ session }: { session: string }) {
  const now = useNow();
  const liveness = useView(session, select.liveness);
  const entries = useView(session, select.entries);
  const at = useView(session, select.heardAt);
  if (!liveness || !entries || at === undefined) return null;
  const state = liveness.activity.state;
  const busy = isBusy(liveness);
  const { activity } = liveness;
  const broken = activity.state === "ended" && failed(activity.exit);
  const tone = state === "waiting" ? "wait" : broken ? "fail" : busy ? "work" : "idle";
  return (
    <p
      role="status"
      aria-live="off"
      data-liveness
      title={conversation.lastEvent(new Date(at).toLocaleTimeString())}
      className={cn(
        "flex min-w-0 shrink items-center gap-1.5 text-xs",
        state === "waiting" ? "text-wait" : broken ? "text-fail" : busy ? "text-work" : "text-faint",
      )}
    >
      <StatusMark tone={tone} className="size-2.5" />
      <span className="min-w-0 truncate">{sentence({ liveness, entries, at }, now)}</span>
    </p>
  );
}
