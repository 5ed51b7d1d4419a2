// The states of what a panel fetches, and the answer to a change.

import type { ReactNode } from "react";
import { Failed, Loading } from "@/components/ui/states";
import { StatusMark } from "@/components/ui/status";
import type { Outcome } from "@/lib/action";
import { cn } from "@/lib/cn";
import type { Loaded } from "@/lib/load";

interface ShowProps<T> {
  of: Loaded<T>;
  rows?: number;
  children: (data: T) => ReactNode;
}

/** The three states of something that is fetched. */
export function Show<T>({ of, rows, children }: ShowProps<T>) {
  const { load, reload } = of;
  if (load.state === "loading") return <Loading {...(rows === undefined ? {} : { rows })} />;
  if (load.state === "failed") return <Failed error={load.error} onRetry={() => void reload()} />;
  return children(load.data);
}

/** What the CLI or the host answered to a change. */
export function Answer({ outcome, className }: { outcome: Outcome | undefined; className?: string }) {
  return (
    <p
      role="status"
      className={cn(
        "flex items-center gap-1.5 text-xs break-words",
        outcome === undefined ? "sr-only" : outcome.ok ? "text-done" : "text-fail",
        className,
      )}
    >
      {outcome && (
        <>
          <StatusMark tone={outcome.ok ? "done" : "fail"} className="size-3" />
          {outcome.text}
        </>
      )}
    </p>
  );
}
