import type { LucideIcon } from "lucide-react";
import { Component, type ReactNode } from "react";
import { ProblemError } from "@/api/http";
import { shell } from "@/strings/shell";
import { Button } from "./button";

/** Nothing there yet: what this is, and one thing to do. */
export function Empty(props: { icon?: LucideIcon; title: string; hint?: ReactNode; children?: ReactNode }) {
  const { icon: Icon, title, hint, children } = props;
  return (
    <div className="flex flex-col items-center gap-2 px-6 py-10 text-center">
      {Icon && <Icon size={20} aria-hidden className="text-faint" />}
      <p className="font-medium">{title}</p>
      {hint && <div className="max-w-[44ch] text-sm text-soft">{hint}</div>}
      {children && <div className="flex flex-wrap justify-center gap-2 pt-2">{children}</div>}
    </div>
  );
}

/** Something is on its way. */
export function Loading({ text = shell.loading }: { text?: string }) {
  return (
    <p role="status" className="px-4 py-6 text-sm text-soft">
      {text}
    </p>
  );
}

/** What went wrong, as a sentence with a next step. */
export function Failed({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const problem = error instanceof ProblemError ? error : undefined;
  const text = problem?.message ?? (error instanceof Error ? error.message : shell.failedToLoad);
  return (
    <div role="alert" className="space-y-2 px-4 py-6 text-sm">
      <p>
        <span aria-hidden className="text-fail">
          ✗{" "}
        </span>
        {text}
      </p>
      {problem?.detail && <p className="text-soft">{problem.detail}</p>}
      {onRetry && <Button onClick={onRetry}>{shell.tryAgain}</Button>}
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
