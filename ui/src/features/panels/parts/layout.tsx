import { type ReactNode, useId } from "react";
import { cn } from "@/lib/cn";

/** The inside of a panel: scrolls by itself. */
export function PanelBody({ children, className }: { children: ReactNode; className?: string }) {
  return <div className={cn("space-y-6 p-4", className)}>{children}</div>;
}

interface SectionProps {
  title: string;
  note?: ReactNode;
  /** Stands at the right of the title. */
  action?: ReactNode;
  children?: ReactNode;
}

/** A part of a panel under a heading. */
export function Section({ title, note, action, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="space-y-2">
      <div className="flex min-h-6 items-center gap-2">
        <h3 id={id} className="min-w-0 flex-1 text-sm font-semibold">
          {title}
        </h3>
        {action}
      </div>
      {note && <p className="text-xs text-soft">{note}</p>}
      {children}
    </section>
  );
}

/** Names and values, aligned. */
export function Facts({ rows }: { rows: [string, ReactNode][] }) {
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
      {rows
        .filter(([, value]) => value !== undefined && value !== null && value !== "")
        .map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-soft">{name}</dt>
            <dd className="min-w-0 text-right break-words">{value}</dd>
          </div>
        ))}
    </dl>
  );
}

export type Tone = "idle" | "work" | "wait" | "done" | "fail";

const tones: Record<Tone, { shape: string; colour: string }> = {
  idle: { shape: "○", colour: "text-faint" },
  work: { shape: "●", colour: "text-work" },
  wait: { shape: "◆", colour: "text-wait" },
  done: { shape: "✓", colour: "text-done" },
  fail: { shape: "✗", colour: "text-fail" },
};

/** A state: a shape, a colour and a word, so that none of them is needed alone. */
export function State({ tone, children }: { tone: Tone; children: ReactNode }) {
  const { shape, colour } = tones[tone];
  return (
    <span className={cn("inline-flex items-center gap-1 text-xs whitespace-nowrap", colour)}>
      <span aria-hidden>{shape}</span>
      {children}
    </span>
  );
}

/** A small label. */
export function Tag({ children }: { children: ReactNode }) {
  return (
    <span className="rounded-sm border border-line px-1 text-[0.6875rem] leading-4 whitespace-nowrap text-soft">
      {children}
    </span>
  );
}

export const field =
  "min-h-9 rounded-md border border-line bg-raised px-2 text-sm disabled:opacity-60 pointer-coarse:min-h-11";
