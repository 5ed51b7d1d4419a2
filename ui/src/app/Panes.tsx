import { Fragment, Suspense, useRef } from "react";
import { Splitter } from "@/components/ui/splitter";
import { Boundary, Loading } from "@/components/ui/states";
import { cn } from "@/lib/cn";
import { later, soon } from "@/lib/later";
import { partOf, usePanePart } from "@/lib/panes";
import { shell } from "@/strings";
import { withLateTexts } from "@/strings/withLateTexts";
import { useHandler } from "./commands/handlers";
import { useLayout } from "./layout";
import { setActiveSession, useActiveSession } from "./navigation";
import { equalShares, moveShare } from "./panes.logic";
import { useRoom } from "./room";

const SessionPage = soon(
  later(() => import("@/features/session/SessionPage").then((module) => module.SessionPage)),
);

const StoredView = later(
  withLateTexts(() => import("@/features/stored/StoredView").then((module) => module.StoredView)),
);

/** The open sessions, side by side where there is room for them; else the active one. */
export function Panes({ sessions }: { sessions: string[] }) {
  const active = useActiveSession();
  const { all } = useRoom(sessions.length);
  const set = useLayout((state) => state.set);
  const kept = useLayout((state) => state.shares);
  const row = useRef<HTMLDivElement>(null);
  const shares = equalShares(kept, sessions.length);
  const shown = all ? sessions : sessions.filter((session) => session === active);
  useHandler("pane.next", () => focusNext(sessions, active), { enabled: sessions.length > 1 });

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
          <Pane
            session={session}
            share={shown.length > 1 ? (shares[index] ?? 1) : 1}
            marked={shown.length > 1 ? session === active : undefined}
          />
        </Fragment>
      ))}
    </div>
  );
}

interface PaneProps {
  session: string;
  share: number;
  /** Of several: whether the person works in this one. */
  marked: boolean | undefined;
}

function Pane({ session, share, marked }: PaneProps) {
  const set = useLayout((state) => state.set);
  const pane = useRef<HTMLDivElement>(null);
  usePanePart(session, "pane", pane);
  return (
    <div
      ref={pane}
      data-session={session}
      onFocusCapture={() => setActiveSession(session)}
      onPointerDownCapture={() => setActiveSession(session)}
      style={{ flex: `${share} 1 0` }}
      className={cn(
        "flex min-h-0 min-w-0 flex-col",
        marked !== undefined && "border-t-2",
        marked !== undefined && (marked ? "border-ink" : "border-transparent"),
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
  );
}

/** Moves the focus into the message field of the next open session. */
function focusNext(sessions: string[], active: string | undefined): void {
  const next = sessions[(sessions.indexOf(active ?? "") + 1) % sessions.length];
  if (next === undefined) return;
  setActiveSession(next);
  partOf(next, "field")?.focus();
}
