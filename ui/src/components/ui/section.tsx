import { createContext, type ReactNode, useContext, useId } from "react";
import { cn } from "@/lib/cn";

/** The level of the headings of sections: below that of the page, or of the panel that holds them. */
export const HeadingLevel = createContext<2 | 3>(2);

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
  const Heading = `h${useContext(HeadingLevel)}` as const;
  return (
    <section aria-labelledby={id} className="space-y-2">
      <div className="flex min-h-6 items-center gap-2">
        <Heading id={id} className="min-w-0 flex-1 text-sm font-semibold">
          {title}
        </Heading>
        {action}
      </div>
      {note && <p className="text-xs text-soft">{note}</p>}
      {children}
    </section>
  );
}

/** A list of rows in one box. */
export const rowsLook = "divide-y divide-line overflow-hidden rounded-xl border border-line bg-raised";

/** Names and values, aligned. */
export function Facts({ rows }: { rows: [string, ReactNode][] }) {
  return (
    <dl className="grid grid-cols-[minmax(8rem,auto)_1fr] gap-x-4 gap-y-1 text-sm">
      {rows
        .filter(([, value]) => value !== undefined && value !== null && value !== "")
        .map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-soft">{name}</dt>
            <dd className="min-w-0 wrap-anywhere">{value}</dd>
          </div>
        ))}
    </dl>
  );
}
