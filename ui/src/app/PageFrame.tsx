import { PanelLeft, SquarePen } from "lucide-react";
import { type ReactNode, Suspense } from "react";
import { useCan } from "@/api/scope";
import { Mark } from "@/components/Mark";
import { Button, IconButton } from "@/components/ui/button";
import { Boundary, Empty, Loading } from "@/components/ui/states";
import { cn } from "@/lib/cn";
import { useHasSidebar } from "@/lib/media";
import { shell, strings } from "@/strings";
import { useLayout } from "./layout";
import { goHome } from "./navigation";
import { useOverlays } from "./overlays";
import { findPage } from "./pages";

/** A page of the table, or that there is none of this name. */
export function PageOf({ id, query }: { id: string; query: Record<string, string> }) {
  const entry = findPage(id);
  if (!entry) {
    return (
      <>
        <h1 className="sr-only">{shell.pageMissing(id)}</h1>
        <Empty title={shell.pageMissing(id)} hint={shell.pageMissingHint}>
          <Button onClick={goHome}>{shell.toSessions}</Button>
        </Empty>
      </>
    );
  }
  const Page = entry.component;
  return (
    <Boundary resetKey={id}>
      <Suspense fallback={<Loading />}>
        <Page query={query} />
      </Suspense>
    </Boundary>
  );
}

interface PageFrameProps {
  title: string;
  /** Beside the title: a count. */
  badge?: ReactNode;
  actions?: ReactNode;
  /** Under the title: what the page is about. */
  about?: string;
  /** Uses the whole width; else a column in the middle. */
  wide?: boolean;
  /** Nothing around the content, which scrolls by itself. */
  full?: boolean;
  /** The actions need the room that New session has on a phone. */
  crowded?: boolean;
  children: ReactNode;
}

/** The head and the width that all pages have. */
export function PageFrame(props: PageFrameProps) {
  const { title, badge, about, actions, wide = false, full = false, crowded = false, children } = props;
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <header className="flex min-h-[53px] shrink-0 items-center gap-2 border-b border-line px-4 py-1">
        <SidebarButton />
        <div className="min-w-0">
          <h1
            className={cn(
              "truncate text-[0.9375rem] leading-5 font-semibold tracking-[-0.01em]",
              !about && "max-md:text-lg",
            )}
          >
            {title}
          </h1>
          {about && <p className="truncate text-xs text-soft">{about}</p>}
        </div>
        {badge}
        <span className="ml-auto" />
        {actions}
        {!crowded && <NewButton />}
      </header>
      {full ? (
        <div className="relative flex min-h-0 flex-1 flex-col">{children}</div>
      ) : (
        <div className="relative min-h-0 flex-1 overflow-y-auto">
          <div
            className={
              wide ? "h-full p-5 max-md:p-3" : "mx-auto max-w-[56rem] px-6 py-6 max-md:px-3 max-md:py-4"
            }
          >
            {children}
          </div>
        </div>
      )}
    </div>
  );
}

/** On a phone, where the sidebar is hidden: starts a session. */
export function NewButton() {
  const wide = useHasSidebar();
  const controls = useCan("manageSessions");
  const show = useOverlays((state) => state.show);
  if (wide || !controls) return null;
  return (
    <IconButton label={strings.newSession} onClick={() => show("newSession")} className="-mr-2 ml-auto">
      <SquarePen size={20} strokeWidth={1.75} />
    </IconButton>
  );
}

/** Shows the sidebar where it is hidden: on a phone, and where the person hid it. */
export function SidebarButton() {
  const wide = useHasSidebar();
  const hidden = useLayout((state) => state.sidebarHidden);
  const set = useLayout((state) => state.set);
  if (wide && !hidden) return null;
  return (
    <IconButton
      label={wide ? shell.showSidebar : shell.openSidebar}
      onClick={() => set(wide ? { sidebarHidden: false } : { sheetOpen: true })}
      className="-ml-2"
    >
      {wide ? <PanelLeft size={16} strokeWidth={1.75} /> : <Mark size={26} />}
    </IconButton>
  );
}
