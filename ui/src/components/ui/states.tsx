import type { LucideIcon } from "lucide-react";
import { Component, type ReactNode } from "react";
import { ProblemError } from "@/api/http";
import { shell } from "@/strings";
import { Button } from "./button";
import { StatusMark } from "./status";

/** Nothing is here yet: what this is, and one action. */
export function Empty(props: { icon?: LucideIcon; title: string; hint?: ReactNode; children?: ReactNode }) {
  const { icon: Icon, title, hint, children } = props;
  return (
    <div className="flex flex-col items-center gap-1.5 px-6 py-10 text-center">
      {Icon && (
        <span className="mb-2 inline-flex size-10 items-center justify-center rounded-xl border border-line bg-raised text-soft">
          <Icon size={18} strokeWidth={1.75} aria-hidden />
        </span>
      )}
      <p className="font-medium">{title}</p>
      {hint && <div className="max-w-[46ch] text-sm text-balance text-soft">{hint}</div>}
      {children && (
        <div className="flex max-w-[46ch] flex-wrap justify-center gap-2 pt-2 text-sm text-soft">
          {children}
        </div>
      )}
    </div>
  );
}

/** Gray bars where the content will be: nothing jumps when it comes. */
export function Loading({ rows = 4, text = shell.loading }: { rows?: number; text?: string }) {
  return (
    <div role="status" className="w-full space-y-2.5 px-4 py-5">
      <span className="sr-only">{text}</span>
      {Array.from({ length: rows }, (_, row) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: the bars are all alike
          key={row}
          aria-hidden
          className="h-3.5 animate-pulse rounded-sm bg-line/60"
          style={{ width: `${90 - ((row * 23) % 50)}%` }}
        />
      ))}
    </div>
  );
}

/** What failed, what to do about it, and the way to try again. */
export function Failed({ error, onRetry }: { error: unknown; onRetry?: (() => void) | undefined }) {
  const problem = error instanceof ProblemError ? error : undefined;
  const text = problem?.message ?? (error instanceof Error ? error.message : shell.failedToLoad);
  return (
    <div
      role="alert"
      className="m-4 flex flex-wrap items-start gap-x-3 gap-y-2 rounded-xl bg-fail-page p-3 text-sm"
    >
      <StatusMark tone="fail" className="mt-[3px]" />
      <div className="min-w-0 flex-1 basis-60 break-words">
        <p className="text-fail">{text}</p>
        {problem?.detail && <p className="text-soft">{problem.detail}</p>}
      </div>
      {onRetry && (
        <Button size="small" onClick={onRetry}>
          {shell.tryAgain}
        </Button>
      )}
    </div>
  );
}

/** Each browser words it in its own way, and makes it a TypeError; a stylesheet that does not come is told by the bundle. */
export const isImportFailure = (error: unknown): boolean =>
  error instanceof TypeError
    ? /module|import/i.test(error.message)
    : error instanceof Error && error.message.startsWith("Unable to preload");

/** Keeps one broken part from taking the page with it. A change of `resetKey` tries again. */
export class Boundary extends Component<{ resetKey?: string; children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidUpdate(before: { resetKey?: string }) {
    if (before.resetKey !== this.props.resetKey && this.state.error !== undefined)
      this.setState({ error: undefined });
  }

  /** A part that could not be loaded is not asked for twice by the same page, so the page is. */
  private again() {
    if (isImportFailure(this.state.error)) location.reload();
    else this.setState({ error: undefined });
  }

  override render() {
    if (this.state.error === undefined) return this.props.children;
    return (
      <div role="alert" className="flex-1 space-y-2 p-6 text-sm">
        <p className="font-medium">{shell.broke}</p>
        <p className="text-soft">{shell.brokeHint}</p>
        <p className="font-mono text-xs break-words text-faint">{String(this.state.error)}</p>
        <Button onClick={() => this.again()}>{shell.tryAgain}</Button>
      </div>
    );
  }
}
