import { Suspense, useEffect } from "react";
import { useConnection } from "@/api/hooks";
import { useCan } from "@/api/scope";
import { Splitter } from "@/components/ui/splitter";
import { Boundary } from "@/components/ui/states";
import { Toasts } from "@/components/ui/toast";
import { SignedOut } from "@/features/login/SignedOut";
import { Clear } from "@/features/panels/Clear";
import { useListState } from "@/features/sessions/listState";
import { Sidebar } from "@/features/sessions/Sidebar";
import { later, soon } from "@/lib/later";
import { useHasSidebar } from "@/lib/media";
import { shell, strings } from "@/strings";
import { withLateTexts } from "@/strings/withLateTexts";
import { useHandler } from "./commands/handlers";
import { LostBar } from "./LostBar";
import { useLayout } from "./layout";
import { PhoneBar } from "./NavLinks";
import { openSession, useAddress } from "./navigation";
import { useOverlays } from "./overlays";
import { PageOf } from "./PageFrame";
import { Panes } from "./Panes";
import { tellOfUpdate } from "./stale";

const Dock = soon(later(() => import("./Dock").then((module) => module.Dock)));
const Home = later(withLateTexts(() => import("@/features/home/Home").then((module) => module.Home)));
const Sheet = later(() => import("@/components/ui/sheet").then((module) => module.Sheet));
const Tooltips = later(() => import("@/components/ui/tooltip").then((module) => module.Tooltips));
const NewSession = later(
  withLateTexts(() => import("@/features/sessions/NewSession").then((module) => module.NewSession)),
);
const Palette = soon(
  later(withLateTexts(() => import("@/features/palette/Palette").then((module) => module.Palette))),
);
const RenameModal = later(() =>
  import("@/features/sessions/RenameModal").then((module) => module.RenameModal),
);
const SessionMenu = later(() =>
  import("@/features/sessions/SessionMenu").then((module) => module.SessionMenu),
);

/** The page; or, when the host knows this device no longer, that it does not. */
export function App() {
  const { state } = useConnection();
  if (state === "signedOut")
    return <SignedOut problem={shell.signedOutTitle} detail={shell.signedOutDetail} />;
  return <Shell />;
}

/** The whole page: the sidebar, what is open, and a panel beside it. */
function Shell() {
  const address = useAddress();
  const wide = useHasSidebar();
  useEffect(tellOfUpdate, []);
  return (
    <div className="flex h-[var(--page-height,100dvh)] min-h-0 flex-col">
      <LostBar />
      <div className="flex min-h-0 flex-1">
        {wide ? <SideColumn /> : <SideSheet />}
        <main className="flex min-h-0 min-w-0 flex-1 flex-col">
          {address.sessions.length > 0 ? (
            <Panes sessions={address.sessions} />
          ) : address.page !== undefined ? (
            <PageOf id={address.page} query={address.query} />
          ) : (
            <Boundary>
              <Suspense>
                <Home />
              </Suspense>
            </Boundary>
          )}
        </main>
        <Clear />
        {address.panel && (
          <Suspense>
            <Dock />
          </Suspense>
        )}
      </div>
      {!wide && address.sessions.length === 0 && <PhoneBar />}
      <Overlays />
      <Toasts phone={!wide} />
      <Suspense>
        <Tooltips />
      </Suspense>
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
  const wide = useHasSidebar();
  const hidden = useLayout((state) => state.sidebarHidden);
  const sheet = useLayout((state) => state.sheetOpen);
  return wide ? !hidden : sheet;
}

function SideColumn() {
  const hidden = useLayout((state) => state.sidebarHidden);
  const width = useLayout((state) => state.sidebarWidth);
  const set = useLayout((state) => state.set);
  useHandler("sidebar", () => set({ sidebarHidden: !hidden }));
  if (hidden) return null;
  return (
    <div style={{ width }} className="flex shrink-0 flex-col">
      <Sidebar className="flex-1">
        <Splitter
          label={shell.resizeSidebar}
          sets="left"
          value={width}
          least={200}
          most={480}
          onChange={(sidebarWidth) => set({ sidebarWidth })}
          className="absolute inset-y-0 right-0"
        />
      </Sidebar>
    </div>
  );
}

/** On a phone the list comes over the conversation from the left. */
function SideSheet() {
  const open = useLayout((state) => state.sheetOpen);
  const set = useLayout((state) => state.set);
  const close = () => set({ sheetOpen: false });
  useEffect(() => () => set({ sheetOpen: false }), [set]);
  if (!open) return null;
  return (
    <Suspense>
      <Sheet open onClose={close} title={strings.sessions} side="left" bare>
        <Sidebar className="flex-1" onLeave={close} />
      </Sheet>
    </Suspense>
  );
}
