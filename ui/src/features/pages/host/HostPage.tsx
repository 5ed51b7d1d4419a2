import { Search } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { settingsQuery } from "@/api/queries";
import { useCan } from "@/api/scope";
import { PageFrame } from "@/app/PageFrame";
import { fieldLook } from "@/components/ui/field";
import { cn } from "@/lib/cn";
import { pageStrings } from "@/strings/late";
import { useLoad } from "../../panels/parts/load";
import { Show } from "../../panels/parts/states";
import { BrowserSection } from "./BrowserSection";
import { HostForm } from "./HostForm";
import { NotificationSection } from "./NotificationSection";

const strings = pageStrings.host;

/** How this browser shows things, and how the server keeps its sessions. */
export function Page() {
  const settings = useLoad(settingsQuery);
  const admin = useCan("administer");
  const [filter, setFilter] = useState("");
  const body = useRef<HTMLDivElement>(null);
  const { sections, found } = useSections(body, filter, settings.load.state);
  const find = (
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
        value={filter}
        onChange={(event) => setFilter(event.target.value)}
        className={cn(fieldLook, "w-60 pl-8 max-md:w-40")}
      />
    </div>
  );
  return (
    <PageFrame wide title={strings.title} actions={find}>
      <div className="mx-auto grid max-w-[58rem] grid-cols-[180px_minmax(0,1fr)] gap-10 px-4 pt-2 max-md:grid-cols-1 max-md:px-1">
        <nav aria-label={strings.index} className="sticky top-2 self-start max-md:hidden">
          <ul className="space-y-0.5">
            {sections.map((name) => (
              <li key={name}>
                <button
                  type="button"
                  onClick={() => show(body.current, name)}
                  className="h-[30px] w-full rounded-md px-2 text-left text-soft hover:bg-hover hover:text-ink"
                >
                  {name}
                </button>
              </li>
            ))}
          </ul>
        </nav>
        <div ref={body} className="space-y-10 [&_h3]:pb-1 [&_h3]:text-xl [&_h3]:tracking-[-0.02em]">
          {found === 0 && <p className="text-sm text-soft">{strings.noMatches}</p>}
          <BrowserSection />
          <NotificationSection />
          <Show of={settings} rows={8}>
            {(data) => (
              <HostForm key={JSON.stringify(data)} settings={data} admin={admin} reload={settings.reload} />
            )}
          </Show>
        </div>
      </div>
    </PageFrame>
  );
}

const headings = (body: HTMLElement | null): HTMLElement[] => [
  ...(body?.querySelectorAll<HTMLElement>("section > div > h3") ?? []),
];

/** Brings a section into sight and moves the focus there, for those who go by keyboard. */
function show(body: HTMLElement | null, name: string): void {
  const heading = headings(body).find((one) => one.textContent === name);
  heading?.scrollIntoView({ block: "start" });
  heading?.setAttribute("tabindex", "-1");
  heading?.focus({ preventScroll: true });
}

/** The names of the sections as they stand, and how many settings match the filter; the others are hidden. */
function useSections(body: { current: HTMLElement | null }, filter: string, loaded: string) {
  const [state, setState] = useState<{ sections: string[]; found: number | undefined }>({
    sections: [],
    found: undefined,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is loaded adds sections
  useEffect(() => {
    const wanted = filter.trim().toLowerCase();
    let found = 0;
    for (const row of body.current?.querySelectorAll<HTMLElement>("[data-setting]") ?? []) {
      const matches = (row.textContent ?? "").toLowerCase().includes(wanted);
      row.hidden = !matches;
      if (matches) found += 1;
    }
    const sections = headings(body.current).map((heading) => heading.textContent ?? "");
    setState({ sections, found: wanted === "" ? undefined : found });
  }, [body, filter, loaded]);
  return state;
}
