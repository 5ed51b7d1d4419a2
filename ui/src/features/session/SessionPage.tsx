import { Menu } from "lucide-react";
import { connection } from "@/api/connection";
import type { SessionView } from "@/api/generated";
import { useHost, useSessions, useView } from "@/api/hooks";
import { IconButton } from "@/components/ui/button";
import { cn } from "@/lib/cn";
import { shortPath } from "@/lib/format";
import { useNow } from "@/lib/now";
import { strings } from "@/strings";
import { AskDock } from "../asks/AskDock";
import { Composer } from "../composer/Composer";
import { modes } from "../composer/StatusLine";
import { isBusy, sentence } from "./liveness.logic";
import { Transcript } from "./Transcript";

/** One session: what it is doing, the conversation, what waits, where to write. */
export function SessionPage({ session, onBack }: { session: string; onBack: () => void }) {
  return (
    <section className="flex min-h-0 min-w-0 flex-1 flex-col">
      <Header session={session} onBack={onBack} />
      <Transcript key={session} session={session} />
      <AskDock session={session} />
      <Composer key={`composer-${session}`} session={session} />
    </section>
  );
}

const livenessOf = (view: SessionView) => view.liveness;
const infoOf = (view: SessionView) => view.info;

function Header({ session, onBack }: { session: string; onBack: () => void }) {
  const summary = useSessions()?.get(session);
  const info = useView(session, infoOf);
  const host = useHost();
  const where = summary && shortPath(summary.worktree ?? summary.project, host?.home);
  const parts = [where, summary?.branch, info?.model, modes[info?.permissionMode ?? "default"]];
  return (
    <header className="flex items-center gap-2 border-b border-line px-4 py-2">
      <IconButton label={strings.sessions} onClick={onBack} className="-ml-2 md:hidden">
        <Menu size={18} />
      </IconButton>
      <div className="min-w-0 flex-1">
        <h1 className="truncate font-semibold">{summary?.title ?? strings.loading}</h1>
        <p className="truncate text-xs text-soft">{parts.filter(Boolean).join(" · ")}</p>
      </div>
      <Liveness session={session} />
    </header>
  );
}

/** What it is doing and for how long: a sentence with a clock, never a spinner alone. */
function Liveness({ session }: { session: string }) {
  const now = useNow();
  const liveness = useView(session, livenessOf);
  const view = connection.peek(session);
  if (!liveness || !view) return null;
  const waiting = liveness.activity.state === "waiting";
  const ended = liveness.activity.state === "ended";
  return (
    <p
      role="status"
      aria-live="off"
      className={cn(
        "max-w-[45%] shrink-0 truncate text-xs",
        waiting ? "text-wait" : ended ? "text-fail" : isBusy(liveness) ? "text-work" : "text-faint",
      )}
    >
      <span aria-hidden>{waiting ? "◆ " : ended ? "✗ " : isBusy(liveness) ? "● " : "○ "}</span>
      {sentence(view, now)}
    </p>
  );
}
