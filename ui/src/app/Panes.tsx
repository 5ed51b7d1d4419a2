import { Fragment, lazy, Suspense, useRef } from "react";
import { Splitter } from "@/components/ui/splitter";
import { Boundary, Loading } from "@/components/ui/states";
import { cn } from "@/lib/cn";
import { useHasSidebar } from "@/lib/media";
import { shell } from "@/strings";
import { withLateTexts } from "@/strings/withLateTexts";
import { useHandler } from "./commands/handlers";
import { useLayout } from "./layout";
import { setActiveSession, useActiveSession } from "./navigation";
import { equalShares, moveShare } from "./panes.logic";

const SessionPage = lazy(() =>
  import("@/features/session/SessionPage").then((module) => ({ default: module.SessionPage })),
);

const StoredView = lazy(
  withLateTexts(() =>
    import("@/features/stored/StoredView").then((module) => ({ default: module.StoredView })),
  ),
);

/** The open sessions, side by side. A phone shows the active one. */
export function Panes({ sessions }: { sessions: string[] }) {
  const active = useActiveSession();
  const wide = useHasSidebar();
  const set = useLayout((state) => state.set);
  const kept = useLayout((state) => state.shares);
  const row = useRef<HTMLDivElement>(null);
  const shares = equalShares(kept, sessions.length);
  const shown = wide ? sessions : sessions.filter((session) => session === active);
  useHandler("pane.next", () => focusNext(sessions, active, row.current), { enabled: sessions.length > 1 });

  const width = (index: number) => Math.round((shares[index] ?? 0) * (row.current?.clientWidth ?? 1000));
  return (
    <div ref={row} className="flex min-h-0 min-w-0 flex-1">
      {shown.map((session, index) => (
        <Fragment key={session}>
          {index > 0 && (
            <Splitter
              label={shell.resizePane}
              sets="left"
              value={width(index - 1)}
              least={240}
              most={3000}
              onChange={(next) =>
                set({ shares: moveShare(shares, index - 1, next / (row.current?.clientWidth || 1)) })
              }
            />
          )}
          <div
            data-session={session}
            onFocusCapture={() => setActiveSession(session)}
            onPointerDownCapture={() => setActiveSession(session)}
            style={wide && shown.length > 1 ? { flex: `${shares[index]} 1 0` } : { flex: "1 1 0" }}
            className={cn(
              "flex min-h-0 min-w-0 flex-col",
              shown.length > 1 && "border-t-2",
              shown.length > 1 && (session === active ? "border-ink" : "border-transparent"),
            )}
          >
            <Boundary resetKey={session}>
              <Suspense fallback={<Loading />}>
                {session.startsWith("cli:") ? (
                  <StoredView session={session} />
                ) : (
                  <SessionPage session={session} onBack={() => set({ sheetOpen: true })} />
                )}
              </Suspense>
            </Boundary>
          </div>
        </Fragment>
      ))}
    </div>
  );
}

/** Moves the focus into the message field of the next open session. */
function focusNext(sessions: string[], active: string | undefined, row: HTMLElement | null): void {
  const next = sessions[(sessions.indexOf(active ?? "") + 1) % sessions.length];
  if (next === undefined) return;
  setActiveSession(next);
  const pane = [...(row?.children ?? [])].find(
    (child) => child instanceof HTMLElement && child.dataset.session === next,
  );
  pane?.querySelector<HTMLElement>("textarea")?.focus();
}
