// The parts of the settings page: an index with one section at a time, or, while a filter is typed, every row that fits.

import { createContext, type ReactNode, useContext, useId } from "react";
import { Switch } from "@/components/ui/switch";
import { cn } from "@/lib/cn";
import { pageStrings } from "@/strings/late";

const strings = pageStrings.host;

export const sectionIds = [
  "general",
  "sessions",
  "notifications",
  "budget",
  "targets",
  "appearance",
] as const;

export type SectionId = (typeof sectionIds)[number];

export const sectionTitle = (id: SectionId): string => strings.sections[id];

interface Shown {
  section: SectionId;
  /** In lower case, without spaces around it. */
  filter: string;
}

export const ShownSettings = createContext<Shown>({ section: "general", filter: "" });

const fits = (filter: string, ...texts: (string | undefined)[]): boolean =>
  texts.some((text) => text?.toLowerCase().includes(filter));

/** One section: it alone is shown, but on a phone, where the index has no room, all of them are. */
export function SettingsSection({
  id,
  note,
  children,
}: {
  id: SectionId;
  note?: string;
  children: ReactNode;
}) {
  const { section, filter } = useContext(ShownSettings);
  const heading = useId();
  return (
    <section
      aria-labelledby={heading}
      data-section={id}
      className={cn(
        // A section none of whose rows fits the filter is not there.
        filter !== "" && "[&:not(:has([data-setting]))]:hidden",
        filter === "" && section !== id && "md:hidden",
      )}
    >
      <h2 id={heading} className="pb-3.5 text-xl font-semibold tracking-[-0.02em]">
        {sectionTitle(id)}
      </h2>
      {note && <p className="-mt-2.5 pb-3.5 text-xs text-soft">{note}</p>}
      {children}
    </section>
  );
}

interface RowProps {
  label: string;
  note?: string | undefined;
  children?: ReactNode;
}

/** A label, one line of help, and one control. */
export function Row({ label, note, children }: RowProps) {
  const { filter } = useContext(ShownSettings);
  if (!fits(filter, label, note)) return null;
  return (
    <div
      data-setting
      className="flex min-h-16 flex-wrap items-center gap-x-5 gap-y-1.5 border-t border-line py-3"
    >
      <div className="min-w-40 flex-1">
        <p className="font-medium">{label}</p>
        {note && <p className="text-[0.8125rem] text-soft">{note}</p>}
      </div>
      {children}
    </div>
  );
}

interface SwitchRowProps {
  label: string;
  note?: string | undefined;
  checked: boolean;
  disabled?: boolean | undefined;
  onChange: (checked: boolean) => void;
  /** Under the row: what came of the change. */
  children?: ReactNode;
}

/** A setting that is on or off. */
export function SwitchRow({ children, ...rest }: SwitchRowProps) {
  const { filter } = useContext(ShownSettings);
  if (!fits(filter, rest.label, rest.note)) return null;
  return (
    <div data-setting className="flex min-h-16 flex-col justify-center gap-1 border-t border-line py-3">
      <Switch {...rest} />
      {children}
    </div>
  );
}
