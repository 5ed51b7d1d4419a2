import { X } from "lucide-react";
import { Suspense, useEffect, useRef } from "react";
import { useHost } from "@/api/hooks";
import { useCan } from "@/api/scope";
import { can } from "@/api/scope.logic";
import { IconButton } from "@/components/ui/button";
import { Sheet } from "@/components/ui/sheet";
import { Splitter } from "@/components/ui/splitter";
import { Boundary, Empty, Loading } from "@/components/ui/states";
import { Clear } from "@/features/panels/Clear";
import { cn } from "@/lib/cn";
import { EscLayer } from "@/lib/layers";
import { useHasDock } from "@/lib/media";
import { shell } from "@/strings/shell";
import type { OpenPanel } from "./address";
import { useLayout } from "./layout";
import { closePanel, openPanel, togglePanel, useActiveSession, useAddress } from "./navigation";
import { findPanel, type PanelEntry, panels } from "./panels";
import { useShortcut } from "./shortcuts/registry";

/** The panel beside the conversation; over it where there is no room for both. */
export function Dock() {
  const { panel } = useAddress();
  const session = useActiveSession();
  const wide = useHasDock();
  const width = useLayout((state) => state.dockWidth);
  const set = useLayout((state) => state.set);
  useShortcut("dock.close", closePanel, panel !== undefined);
  useShortcut("help", () => openPanel("help"));
  const scope = useHost()?.scope;
  const offered = panels.filter(
    ({ scope: of, needs }) => (of === "host" || session !== undefined) && can(scope, needs),
  );
  const title = panel && (findPanel(panel.id)?.title ?? shell.panels);
  const body = panel && (
    <>
      <Tabs offered={offered} open={panel.id} />
      <Body panel={panel} session={session} />
    </>
  );
  return (
    <>
      <Clear />
      {offered.map((entry) => (
        <PanelKey key={entry.id} id={entry.id} />
      ))}
      {body && title && wide && (
        <>
          <Splitter
            label={shell.resizePanel}
            sets="right"
            value={width}
            least={300}
            most={900}
            onChange={(dockWidth) => set({ dockWidth })}
          />
          <aside
            aria-label={title}
            style={{ width }}
            className="flex min-h-0 max-w-[60vw] shrink-0 flex-col bg-page"
          >
            <EscLayer onClose={closePanel} />
            {body}
          </aside>
        </>
      )}
      {body && title && !wide && (
        <Sheet open onClose={closePanel} title={title} bare>
          {body}
        </Sheet>
      )}
    </>
  );
}

function PanelKey({ id }: { id: string }) {
  useShortcut(`panel.${id}`, () => togglePanel(id));
  return null;
}

function Tabs({ offered, open }: { offered: PanelEntry[]; open: string }) {
  const list = useRef<HTMLElement>(null);
  // Where fingers need more room than there is, the tabs are moved sideways; the open one stays in sight.
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>(`[data-panel="${open}"]`);
    if (!list.current || !tab) return;
    list.current.scrollLeft = tab.offsetLeft - (list.current.clientWidth - tab.offsetWidth) / 2;
  }, [open]);
  return (
    <div className="flex shrink-0 items-center border-b border-line">
      <nav
        ref={list}
        aria-label={shell.panels}
        className="relative flex min-w-0 flex-1 overflow-x-auto px-1 [scrollbar-width:none] pointer-coarse:[mask-image:linear-gradient(to_right,transparent,black_0.75rem,black_calc(100%-0.75rem),transparent)]"
      >
        {offered.map(({ id, title, icon: Icon }) => (
          <button
            key={id}
            type="button"
            aria-current={id === open ? "true" : undefined}
            aria-label={title}
            title={title}
            data-panel={id}
            onClick={() => openPanel(id)}
            className={cn(
              "-mb-px flex shrink-0 items-center gap-1.5 border-b-2 focus-visible:-outline-offset-2 px-1.5 py-2 text-sm whitespace-nowrap",
              "pointer-coarse:min-h-11 pointer-coarse:min-w-11 pointer-coarse:justify-center pointer-coarse:px-2.5",
              id === open ? "border-accent text-ink" : "border-transparent text-soft hover:text-ink",
            )}
          >
            <Icon size={15} aria-hidden className="shrink-0" />
            {id === open && title}
          </button>
        ))}
      </nav>
      <IconButton label={shell.closePanel} onClick={closePanel} className="mx-1">
        <X size={16} />
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
          <Panel key={`${panel.id} ${session}`} session={session ?? ""} item={panel.item} />
        </Suspense>
      </Boundary>
    </div>
  );
}
