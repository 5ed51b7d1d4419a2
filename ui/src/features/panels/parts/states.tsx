import { CircleAlert, RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/lib/cn";
import { panelStrings as strings } from "@/strings/panels";
import { type Outcome, problemText } from "./action";
import type { Loaded } from "./load";

/** Grey bars where the content will be: nothing jumps when it comes. */
export function Loading({ rows = 4 }: { rows?: number }) {
  return (
    <div role="status" className="space-y-2 py-1">
      <span className="sr-only">{strings.loading}</span>
      {Array.from({ length: rows }, (_, row) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: the bars are all alike
          key={row}
          aria-hidden
          className="h-4 animate-pulse rounded-md bg-line/60"
          style={{ width: `${90 - ((row * 23) % 50)}%` }}
        />
      ))}
    </div>
  );
}

/** What happened, and the way to try again. */
export function Failed({ error, retry }: { error: Error; retry?: (() => void) | undefined }) {
  return (
    <div role="alert" className="flex items-start gap-2 rounded-md bg-fail-page p-3 text-sm">
      <CircleAlert size={16} aria-hidden className="mt-0.5 shrink-0 text-fail" />
      <p className="min-w-0 flex-1 break-words text-fail">{problemText(error)}</p>
      {retry && (
        <Button onClick={retry} className="shrink-0">
          <RotateCw size={14} aria-hidden /> {strings.tryAgain}
        </Button>
      )}
    </div>
  );
}

/** Nothing is here yet: what this is, and one thing to do. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="rounded-md border border-dashed border-line px-4 py-6 text-center">
      <p className="font-medium">{title}</p>
      {children && <div className="mx-auto max-w-prose space-y-2 pt-1 text-sm text-soft">{children}</div>}
    </div>
  );
}

interface ShowProps<T> {
  of: Loaded<T>;
  rows?: number;
  children: (data: T) => ReactNode;
}

/** The three states of something that is fetched. */
export function Show<T>({ of, rows, children }: ShowProps<T>) {
  const { load, reload } = of;
  if (load.state === "loading") return <Loading {...(rows === undefined ? {} : { rows })} />;
  if (load.state === "failed") return <Failed error={load.error} retry={() => void reload()} />;
  return children(load.data);
}

/** What the CLI or the host answered to a change. */
export function Answer({ outcome, className }: { outcome: Outcome | undefined; className?: string }) {
  return (
    <p
      role="status"
      className={cn(
        "text-xs break-words",
        outcome === undefined ? "sr-only" : outcome.ok ? "text-done" : "text-fail",
        className,
      )}
    >
      {outcome && (
        <>
          <span aria-hidden>{outcome.ok ? "✓ " : "✗ "}</span>
          {outcome.text}
        </>
      )}
    </p>
  );
}
