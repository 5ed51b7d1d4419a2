import { Plus } from "lucide-react";
import { useMemo } from "react";
import type { SessionSummary } from "@/api/generated";
import { useSessions } from "@/api/hooks";
import { openSession, useActiveSession } from "@/app/navigation";
import { useOverlays } from "@/app/overlays";
import { IconButton } from "@/components/ui/button";
import { cn } from "@/lib/cn";
import { age } from "@/lib/format";
import { useNow } from "@/lib/now";
import { type Theme, useTheme } from "@/lib/theme";
import { strings } from "@/strings";
import { groupSessions, projectName, type Standing, standing } from "./sessions.logic";

interface SidebarProps {
  /** Called when something was chosen, so that a sheet can close. */
  onLeave?: () => void;
  className?: string;
}

/** Every session: what waits for a person first, then what works, then the rest by day. */
export function Sidebar({ onLeave, className }: SidebarProps) {
  const selected = useActiveSession();
  const show = useOverlays((state) => state.show);
  const onSelect = (session: string) => {
    openSession(session);
    onLeave?.();
  };
  const onNew = () => {
    show("newSession");
    onLeave?.();
  };
  const sessions = useSessions();
  const now = useNow();
  // The groups change when the list does, or when the minute does.
  const minute = Math.floor(now / 60_000);
  const groups = useMemo(
    () => (sessions ? groupSessions(sessions, minute * 60_000) : []),
    [sessions, minute],
  );
  return (
    <nav aria-label={strings.sessions} className={cn("flex min-h-0 flex-col bg-panel", className)}>
      <header className="flex items-center gap-1 px-3 pt-3 pb-1">
        <h1 className="mr-auto font-semibold tracking-tight">{strings.name}</h1>
        <IconButton label={strings.newSession} onClick={onNew}>
          <Plus size={16} />
        </IconButton>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto px-2 pb-2">
        {sessions && groups.length === 0 && (
          <p className="px-2 py-4 text-sm text-soft">{strings.noSessions}</p>
        )}
        {groups.map((group) => (
          <section key={group.title} aria-label={group.title}>
            <h2 className="flex justify-between px-2 pt-3 pb-1 text-xs font-medium text-faint">
              {group.title} <span>{group.sessions.length}</span>
            </h2>
            <ul>
              {group.sessions.map((session) => (
                <li key={session.id}>
                  <Row session={session} now={now} current={session.id === selected} onSelect={onSelect} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <footer className="border-t border-line px-3 py-1">
        <ThemeChoice />
      </footer>
    </nav>
  );
}

/** Light, dark, or what the system says. */
function ThemeChoice() {
  const theme = useTheme((state) => state.theme);
  const setTheme = useTheme((state) => state.setTheme);
  return (
    <label className="flex items-center gap-2 text-xs text-soft">
      {strings.theme}
      <select
        value={theme}
        onChange={(event) => setTheme(event.target.value as Theme)}
        className="rounded-md bg-transparent py-1"
      >
        <option value="system">{strings.themeSystem}</option>
        <option value="light">{strings.themeLight}</option>
        <option value="dark">{strings.themeDark}</option>
      </select>
    </label>
  );
}

const marks: Record<Standing, { sign: string; word: string; colour: string }> = {
  waiting: { sign: "◆", word: "waiting for you", colour: "text-wait" },
  working: { sign: "●", word: "working", colour: "text-work" },
  failed: { sign: "✗", word: "failed", colour: "text-fail" },
  idle: { sign: "○", word: "idle", colour: "text-faint" },
};

function Row(props: {
  session: SessionSummary;
  now: number;
  current: boolean;
  onSelect: (session: string) => void;
}) {
  const { session, now, current, onSelect } = props;
  const mark = marks[standing(session)];
  return (
    <button
      type="button"
      aria-current={current ? "page" : undefined}
      onClick={() => onSelect(session.id)}
      className={cn(
        "grid w-full grid-cols-[1rem_minmax(0,1fr)_auto] items-baseline gap-x-1 rounded-md px-2 py-1 text-left text-sm",
        "hover:bg-raised pointer-coarse:py-2.5",
        current && "bg-raised",
      )}
    >
      <span role="img" aria-label={mark.word} className={cn("text-xs", mark.colour)}>
        {mark.sign}
      </span>
      <span className="truncate text-ink">{session.title}</span>
      <time
        dateTime={new Date(session.at).toISOString()}
        title={new Date(session.at).toLocaleString()}
        className="text-xs text-faint"
      >
        {age(session.at, now)}
      </time>
      <span className="col-start-2 col-end-4 truncate text-xs text-soft">
        {projectName(session.project)}
        {session.lastLine && ` · ${session.lastLine}`}
      </span>
    </button>
  );
}
