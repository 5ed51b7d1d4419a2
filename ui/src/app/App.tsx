import { lazy, Suspense, useEffect } from "react";
import { Toaster } from "sonner";
import { useConnection, useSessions } from "@/api/hooks";
import { useCan } from "@/api/scope";
import { Sheet } from "@/components/ui/sheet";
import { Splitter } from "@/components/ui/splitter";
import { SignedOut } from "@/features/login/SignedOut";
import { useListState } from "@/features/sessions/listState";
import { Sidebar } from "@/features/sessions/Sidebar";
import { useKeepSeen } from "@/features/sessions/seen";
import { openRequests } from "@/features/sessions/sessions.logic";
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
import { tellOfUpdate } from "./stale";
import { useThemeShortcuts } from "./ThemeButton";
import { useGoShortcuts } from "./useGoShortcuts";

const NewSession = lazy(() =>
  import("@/features/sessions/NewSession").then((module) => ({ default: module.NewSession })),
);
const Palette = lazy(() =>
  import("@/features/palette/Palette").then((module) => ({ default: module.Palette })),
);
const RenameModal = lazy(() =>
  import("@/features/sessions/RenameModal").then((module) => ({ default: module.RenameModal })),
);
const SessionMenu = lazy(() =>
  import("@/features/sessions/SessionMenu").then((module) => ({ default: module.SessionMenu })),
);

/** The page; or, when the host knows this device no longer, that it does not. */
export function App() {
  const { state } = useConnection();
  if (state === "signedOut")
    return <SignedOut problem={shell.signedOutTitle} detail={shell.signedOutDetail} />;
  return <Shell />;
}

/** The whole page: the list, what is open, a panel beside it, and a line at the bottom. */
function Shell() {
  const address = useAddress();
  const wide = useHasSidebar();
  const theme = useTheme((state) => state.theme);
  useTitle();
  useKeepSeen();
  useThemeShortcuts();
  useGoShortcuts();
  useEffect(tellOfUpdate, []);
  const isHome = address.sessions.length === 0 && address.page === undefined;
  return (
    <div className="flex h-[var(--page-height,100dvh)] min-h-0 flex-col">
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
      <Overlays />
      {/* Below the head of a phone, whose buttons it would cover. */}
      <Toaster
        position={wide ? "bottom-right" : "top-center"}
        mobileOffset={{ top: 64 }}
        theme={theme}
        closeButton
      />
    </div>
  );
}

/** What opens over the page; each is loaded when it is first wanted. */
function Overlays() {
  const shown = useOverlays((state) => state.shown);
  const hide = useOverlays((state) => state.hide);
  const menu = useListState((state) => state.menu !== undefined);
  const renaming = useListState((state) => state.renaming !== undefined);
  const listShown = useListShown();
  const controls = useCan("manageSessions");
  return (
    <Suspense>
      {shown === "newSession" && controls && <NewSession open onClose={hide} onCreated={openSession} />}
      {(shown === "palette" || shown === "beside") && <Palette beside={shown === "beside"} onClose={hide} />}
      {menu && <SessionMenu />}
      {renaming && !listShown && <RenameModal />}
    </Suspense>
  );
}

/** Whether the list of sessions is in sight. */
function useListShown(): boolean {
  const { sessions, page } = useAddress();
  const wide = useHasSidebar();
  const hidden = useLayout((state) => state.sidebarHidden);
  const sheet = useLayout((state) => state.sheetOpen);
  const isHome = sessions.length === 0 && page === undefined;
  return wide ? !hidden : isHome || sheet;
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

/** How many requests wait stands in the title, where it is seen from another tab. */
function useTitle() {
  const waiting = openRequests(useSessions());
  useEffect(() => {
    document.title = waiting > 0 ? `(${waiting}) ${strings.name}` : strings.name;
  }, [waiting]);
}
