import { Search } from "lucide-react";
import { useState } from "react";
import { settingsQuery } from "@/api/queries";
import { useCan } from "@/api/scope";
import { openPage } from "@/app/navigation";
import { PageFrame } from "@/app/PageFrame";
import { fieldLook } from "@/components/ui/field";
import { Show } from "@/components/ui/show";
import { cn } from "@/lib/cn";
import { useLoad } from "@/lib/load";
import { pageStrings } from "@/strings/late";
import { AppearanceSection, GeneralSection } from "./BrowserSections";
import { HostForm } from "./HostForm";
import { NotificationSection } from "./NotificationSection";
import { type SectionId, ShownSettings, sectionIds, sectionTitle } from "./sections";

const strings = pageStrings.host;

/** How this browser shows things, and how the server keeps its sessions. */
export function Page({ query }: { query: Record<string, string> }) {
  const settings = useLoad(settingsQuery);
  const admin = useCan("administer");
  const [text, setText] = useState("");
  const filter = text.trim().toLowerCase();
  const section = sectionIds.find((id) => id === query.section) ?? "general";
  return (
    <PageFrame wide crowded title={strings.title} actions={<Find text={text} onChange={setText} />}>
      <div className="mx-auto grid max-w-[58rem] grid-cols-[180px_minmax(0,1fr)] gap-10 px-4 pt-2 max-md:grid-cols-1 max-md:px-1">
        <Index current={filter === "" ? section : undefined} onChoose={() => setText("")} />
        <ShownSettings value={{ section, filter }}>
          <div className="group/settings min-w-0 space-y-10">
            <p role="status" className="text-sm text-soft group-has-[[data-setting]]/settings:hidden">
              {strings.noMatches}
            </p>
            <GeneralSection />
            <NotificationSection />
            <Show of={settings} rows={8}>
              {(data) => (
                <HostForm key={JSON.stringify(data)} settings={data} admin={admin} reload={settings.reload} />
              )}
            </Show>
            <AppearanceSection />
          </div>
        </ShownSettings>
      </div>
    </PageFrame>
  );
}

function Index({ current, onChoose }: { current: SectionId | undefined; onChoose: () => void }) {
  return (
    <nav aria-label={strings.index} className="sticky top-2 self-start max-md:hidden">
      <ul className="space-y-0.5">
        {sectionIds.map((id) => (
          <li key={id}>
            <button
              type="button"
              aria-current={id === current || undefined}
              onClick={() => {
                onChoose();
                openPage("settings", { section: id });
              }}
              className="h-[30px] w-full rounded-md px-2 text-left text-soft hover:bg-hover hover:text-ink aria-[current]:bg-hover aria-[current]:font-medium aria-[current]:text-ink"
            >
              {sectionTitle(id)}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Find({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  return (
    <div className="relative">
      <Search
        size={14}
        strokeWidth={1.75}
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2 text-faint"
      />
      <input
        type="search"
        aria-label={strings.find}
        placeholder={strings.find}
        value={text}
        onChange={(event) => onChange(event.target.value)}
        className={cn(fieldLook, "w-60 pl-8 max-md:w-44")}
      />
    </div>
  );
}
