import { Ellipsis, X } from "lucide-react";
import { Suspense } from "react";
import { useHost } from "@/api/hooks";
import { useCan } from "@/api/scope";
import { can } from "@/api/scope.logic";
import { IconButton } from "@/components/ui/button";
import { LazyMenu } from "@/components/ui/lazyMenu";
import { HeadingLevel } from "@/components/ui/section";
import { Splitter } from "@/components/ui/splitter";
import { Boundary, Empty, Loading } from "@/components/ui/states";
import { tabLook } from "@/components/ui/tabs";
import { later } from "@/lib/later";
import { EscLayer } from "@/lib/layers";
import { shell } from "@/strings";
import type { OpenPanel } from "./address";
import { useLayout } from "./layout";
import { closePanel, openPanel, useActiveSession, useAddress } from "./navigation";
import { findPanel, type PanelEntry, panels } from "./panels";
import { useRoom } from "./room";

const PanelMenu = later(() => import("./PanelMenu").then((module) => module.PanelMenu));
const Sheet = later(() => import("@/components/ui/sheet").then((module) => module.Sheet));

/** The panel beside the conversation; over it where there is no room for both. */
export function Dock() {
  const { panel, sessions } = useAddress();
  const session = useActiveSession();
  const wide = useRoom(sessions.length).dock;
  const width = useLayout((state) => state.dockWidth);
  const set = useLayout((state) => state.set);
  const scope = useHost()?.scope;
  const offered = panels.filter(
    ({ scope: of, needs }) => (of === "host" || session !== undefined) && can(scope, needs),
  );
  const title = panel && (findPanel(panel.id)?.title ?? shell.panels);
  const body = panel && (
    <>
      <Tabs offered={offered} open={panel.id} />
      {/* A tab says it already, to the eye. */}
      <h2
        className={
          tabs.includes(panel.id)
            ? "sr-only"
            : "shrink-0 px-4 pt-3.5 text-[0.9375rem] font-semibold tracking-[-0.01em]"
        }
      >
        {title}
      </h2>
      <Body panel={panel} session={session} />
    </>
  );
  return (
    <>
      {body && title && wide && (
        <aside
          aria-label={title}
          style={{ width }}
          className="relative flex min-h-0 max-w-[60vw] shrink-0 flex-col bg-page"
        >
          <EscLayer onClose={closePanel} />
          <Splitter
            label={shell.resizePanel}
            sets="right"
            value={width}
            least={300}
            most={900}
            onChange={(dockWidth) => set({ dockWidth })}
            className="absolute inset-y-0 left-0"
          />
          {body}
        </aside>
      )}
      {body && title && !wide && (
        <Suspense>
          <Sheet open onClose={closePanel} title={title} bare>
            {body}
          </Sheet>
        </Suspense>
      )}
    </>
  );
}

/** The panels that always have a tab, in this order; the others are in the menu behind them. */
const tabs = ["changes", "files", "jobs", "cost"];

/** Tabs that never change place, and a menu with the other panels. */
function Tabs({ offered, open }: { offered: PanelEntry[]; open: string }) {
  const shown = tabs.flatMap((id) => offered.find((entry) => entry.id === id) ?? []);
  const rest = offered.filter(({ id }) => !tabs.includes(id));
  return (
    <div className="flex min-h-[53px] shrink-0 items-center gap-0.5 border-b border-line px-3">
      <nav aria-label={shell.panels} className="flex min-w-0 gap-0.5">
        {shown.map(({ id, title }) => (
          <button
            key={id}
            type="button"
            aria-current={id === open ? "true" : undefined}
            data-panel={id}
            onClick={() => openPanel(id)}
            className={tabLook}
          >
            {title}
          </button>
        ))}
        <LazyMenu
          button={({ open: expanded, onOpen }) => (
            <IconButton
              label={shell.morePanels}
              aria-haspopup="menu"
              aria-expanded={expanded}
              onClick={(event) => onOpen(event.currentTarget)}
              className="aria-expanded:bg-hover"
            >
              <Ellipsis size={16} strokeWidth={1.75} />
            </IconButton>
          )}
          menu={(menu) => <PanelMenu {...menu} offered={rest} open={open} />}
        />
      </nav>
      <IconButton label={shell.closePanel} onClick={closePanel} className="-mr-1.5 ml-auto">
        <X size={16} strokeWidth={1.75} />
      </IconButton>
    </div>
  );
}

function Body({ panel, session }: { panel: OpenPanel; session: string | undefined }) {
  const entry = findPanel(panel.id);
  const allowed = useCan(entry?.needs);
  if (!entry) return <Empty title={shell.panelMissing(panel.id)} />;
  if (!allowed) return <Empty title={shell.panelForbidden(entry.title)} />;
  if (entry.scope === "session" && session === undefined) return <Empty title={shell.panelNeedsSession} />;
  const Panel = entry.component;
  return (
    // Words that are only heard stand outside of the flow: without a place of their own they make the page longer.
    <div data-panel-body className="@container relative flex min-h-0 flex-1 flex-col overflow-y-auto">
      <Boundary resetKey={`${panel.id} ${session}`}>
        <Suspense fallback={<Loading />}>
          <HeadingLevel value={3}>
            <Panel key={`${panel.id} ${session}`} session={session ?? ""} item={panel.item} />
          </HeadingLevel>
        </Suspense>
      </Boundary>
    </div>
  );
}
