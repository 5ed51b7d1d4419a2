// State by shape and color, the size of a line of changes, and small labels.

import type { ReactNode } from "react";
import { cn } from "@/lib/cn";

export type Tone = "wait" | "work" | "done" | "fail" | "idle" | "asleep" | "closed" | "denied" | "stopped";

const colors: Record<Tone, string> = {
  wait: "text-wait-fill",
  work: "text-work",
  done: "text-done",
  fail: "text-fail",
  idle: "text-faint",
  asleep: "text-faint",
  closed: "text-faint",
  denied: "text-fail",
  stopped: "text-soft",
};

/** Each state has its own shape, so that color is never needed to tell two apart. */
const shapes: Record<Tone, ReactNode> = {
  wait: <path d="m7 1.2 5.8 5.8L7 12.8 1.2 7Z" fill="currentColor" stroke="none" />,
  work: <path d="M10.6 3.4a5 5 0 1 0 0 7.2" strokeWidth="2.2" />,
  done: <path d="M2 7.6 5.4 11 12 3.4" strokeWidth="2" />,
  fail: <path d="m3 3 8 8M11 3l-8 8" strokeWidth="2" />,
  idle: <circle cx="7" cy="7" r="4.2" strokeWidth="1.5" />,
  asleep: <path d="M11.6 8.6A5 5 0 1 1 5.4 2.4a4 4 0 0 0 6.2 6.2Z" strokeWidth="1.4" />,
  closed: <path d="M3 7h8" strokeWidth="1.8" />,
  denied: <path d="M3.5 10.5 10.5 3.5M7 1.8a5.2 5.2 0 1 0 0 10.4A5.2 5.2 0 0 0 7 1.8Z" strokeWidth="1.6" />,
  stopped: <rect x="3" y="3" width="8" height="8" rx="1.5" fill="currentColor" stroke="none" />,
};

interface StatusMarkProps {
  tone: Tone;
  /** Read aloud. Without it the mark is decoration beside a word. */
  label?: string;
  className?: string;
}

/** The state of something, as a shape. */
export function StatusMark({ tone, label, className }: StatusMarkProps) {
  const name = label === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": label };
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: it has a label, or is hidden beside a word
    <svg
      {...name}
      viewBox="0 0 14 14"
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={cn("size-3.5 shrink-0", colors[tone], className)}
    >
      {shapes[tone]}
    </svg>
  );
}

/** A state in words with its shape. */
export function State({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span
      className={cn(
        "inline-flex items-center gap-1.5 align-top text-xs whitespace-nowrap",
        tone === "wait" ? "text-wait" : colors[tone],
      )}
    >
      <StatusMark tone={tone} className="size-3" />
      {children}
    </span>
  );
}

/** Lines added and removed. */
export function DiffStat(props: { added: number; removed: number; className?: string }) {
  const { added, removed, className } = props;
  return (
    <span className={cn("inline-flex gap-1.5 whitespace-nowrap tabular-nums", className)}>
      {(added > 0 || removed === 0) && <span className="text-done">+{added}</span>}
      {removed > 0 && <span className="text-fail">−{removed}</span>}
    </span>
  );
}

const tags = {
  plain: "bg-hover text-soft",
  wait: "bg-wait-page text-wait",
  work: "bg-work-page text-work",
  done: "bg-done-page text-done",
  fail: "bg-fail-page text-fail",
};

/** A small label. */
export function Tag({ tone = "plain", children }: { tone?: keyof typeof tags; children: ReactNode }) {
  return (
    <span
      className={cn(
        "inline-flex h-5 shrink-0 items-center rounded-sm px-1.5 text-xs leading-none font-medium whitespace-nowrap",
        tags[tone],
      )}
    >
      {children}
    </span>
  );
}
