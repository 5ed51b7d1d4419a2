import { X } from "lucide-react";
import { useState } from "react";
import { setLifecycle } from "@/api/commands";
import type { Lifecycle } from "@/api/generated";
import { useHost, useSession, useView } from "@/api/hooks";
import { useCan } from "@/api/scope";
import { select } from "@/api/selectors";
import { Button, IconButton } from "@/components/ui/button";
import { Worded } from "@/components/Worded";
import { cn } from "@/lib/cn";
import { toastError } from "@/lib/problem";
import { troubleStrings as words } from "@/strings";
import { type Trouble, troubles } from "./trouble.logic";

/** What is wrong and what to do about it. It can be put away; it comes back when something else goes wrong. */
export function TroubleBar({ session }: { session: string }) {
  const host = useHost();
  const controls = useCan("manageSessions");
  const summary = useSession(session);
  const liveness = useView(session, select.liveness);
  const info = useView(session, select.info);
  const usage = useView(session, select.usage);
  const [dismissed, setDismissed] = useState<string[]>([]);
  const view = liveness && info && usage ? { liveness, info, usage } : undefined;
  const trouble = troubles(host, summary, view).find((one) => !dismissed.includes(one.id));
  if (!trouble) return null;
  return (
    <div
      role="alert"
      className={cn(
        "max-h-[calc(var(--page-height,100dvh)*0.3)] shrink-0 overflow-y-auto border-b border-line px-4 py-2 text-sm",
        trouble.tone === "fail" ? "bg-fail-page" : "bg-wait-page",
      )}
    >
      <div className="mx-auto flex max-w-[45rem] items-start gap-2">
        <div className="min-w-0 flex-1">
          <p className={cn("font-medium", trouble.tone === "fail" ? "text-fail" : "text-wait")}>
            <Worded text={trouble.text} />
          </p>
          {trouble.next && (
            <p className="text-soft">
              <Worded text={trouble.next} />
            </p>
          )}
          {trouble.tail && (
            <pre className="mt-1 overflow-x-auto font-mono text-xs text-soft">{trouble.tail}</pre>
          )}
        </div>
        {controls && trouble.mend && <Mend session={session} mend={trouble.mend} />}
        <IconButton label={words.dismiss} onClick={() => setDismissed([...dismissed, trouble.id])}>
          <X size={14} />
        </IconButton>
      </div>
    </div>
  );
}

function Mend({ session, mend }: { session: string; mend: NonNullable<Trouble["mend"]> }) {
  const [busy, setBusy] = useState(false);
  const start = async () => {
    setBusy(true);
    const action: Lifecycle = mend === "kill" ? "restart" : mend;
    try {
      await setLifecycle(session, action);
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button onClick={start} disabled={busy}>
      {mend === "kill" ? words.killAndResume : words.startAgain}
    </Button>
  );
}
