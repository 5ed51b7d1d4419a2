import { lazy, Suspense, useEffect } from "react";
import { Toaster } from "sonner";
import { useSessions } from "@/api/hooks";
import { Sheet } from "@/components/ui/sheet";
import { Splitter } from "@/components/ui/splitter";
import { Sidebar } from "@/features/sessions/Sidebar";
import { useHasSidebar } from "@/lib/media";
import { useTheme } from "@/lib/theme";
import { strings } from "@/strings";
import { shell } from "@/strings/shell";
import { Dock } from "./Dock";
import { Home } from "./Home";
import { LostBar } from "./LostBar";
import { useLayout } from "./layout";
import { openSession, useAddress } from "./navigation";
import { useOverlays } from "./overlays";
import { PageOf } from "./PageFrame";
import { Panes } from "./Panes";
import { StatusBar } from "./StatusBar";
import { useShortcut } from "./shortcuts/registry";

const NewSession = lazy(() =>
  import("@/features/sessions/NewSession").then((module) => ({ default: module.NewSession })),
);

/** The whole page: the list, what is open, a panel beside it, and a line at the bottom. */
export function App() {
  const address = useAddress();
  const wide = useHasSidebar();
  const creating = useOverlays((state) => state.shown === "newSession");
  const { show, hide } = useOverlays.getState();
  const theme = useTheme((state) => state.theme);
  useTitle();
  useShortcut("session.new", () => show("newSession"));
  const isHome = address.sessions.length === 0 && address.page === undefined;
  return (
    <div className="flex h-dvh min-h-0 flex-col">
      <LostBar />
      <div className="flex min-h-0 flex-1">
        {wide ? <SideColumn /> : isHome ? <Sidebar className="w-full" /> : <SideSheet />}
        {(wide || !isHome) && (
          <main className="flex min-h-0 min-w-0 flex-1 flex-col">
            {address.sessions.length > 0 ? (
              <Panes sessions={address.sessions} />
            ) : address.page !== undefined ? (
              <PageOf id={address.page} query={address.query} />
            ) : (
              <Home />
            )}
          </main>
        )}
        <Dock />
      </div>
      <StatusBar />
      {creating && (
        <Suspense>
          <NewSession open onClose={hide} onCreated={openSession} />
        </Suspense>
      )}
      <Toaster position={wide ? "bottom-right" : "top-center"} theme={theme} closeButton />
    </div>
  );
}

function SideColumn() {
  const hidden = useLayout((state) => state.sidebarHidden);
  const width = useLayout((state) => state.sidebarWidth);
  const set = useLayout((state) => state.set);
  useShortcut("sidebar", () => set({ sidebarHidden: !hidden }));
  if (hidden) return null;
  return (
    <>
      <div style={{ width }} className="flex shrink-0 flex-col">
        <Sidebar className="flex-1" />
      </div>
      <Splitter
        label={shell.resizeSidebar}
        sets="left"
        value={width}
        least={200}
        most={480}
        onChange={(sidebarWidth) => set({ sidebarWidth })}
      />
    </>
  );
}

/** On a phone the list comes over the conversation from the left. */
function SideSheet() {
  const open = useLayout((state) => state.sheetOpen);
  const set = useLayout((state) => state.set);
  const close = () => set({ sheetOpen: false });
  // Home shows the list itself; a sheet that was open does not come back after it.
  useEffect(() => () => set({ sheetOpen: false }), [set]);
  return (
    <Sheet open={open} onClose={close} title={strings.sessions} side="left" bare>
      <Sidebar className="flex-1" onLeave={close} />
    </Sheet>
  );
}

/** How many sessions wait stands in the title, where it is seen from another tab. */
function useTitle() {
  const sessions = useSessions();
  const waiting = [...(sessions?.values() ?? [])].filter(
    (session) => session.asks > 0 && !session.archived,
  ).length;
  useEffect(() => {
    document.title = waiting > 0 ? `(${waiting}) ${strings.name}` : strings.name;
  }, [waiting]);
}
