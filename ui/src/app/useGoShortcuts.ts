import { toast } from "sonner";
import { connection } from "@/api/connection";
import { call } from "@/api/http";
import { archive, copyResume, fork } from "@/features/sessions/actions";
import { useListState } from "@/features/sessions/listState";
import { useHasSidebar } from "@/lib/media";
import { closeSession, openPage, openSession, useActiveSession, useAddress } from "./navigation";
import { useOverlays } from "./overlays";
import { findPage } from "./pages";
import { useShortcut } from "./shortcuts/registry";

/** The keys that work everywhere on the page. */
export function useGoShortcuts(): void {
  const show = useOverlays((state) => state.show);
  const several = useAddress().sessions.length > 1;
  const active = useActiveSession();
  const wide = useHasSidebar();
  const one = active !== undefined && !active.startsWith("cli:");
  const summary = () => connection.sessions.get()?.get(active ?? "");
  const withSummary = (work: (session: NonNullable<ReturnType<typeof summary>>) => void) => () => {
    const session = summary();
    if (session) work(session);
  };
  useShortcut("palette", () => {
    const { shown, hide } = useOverlays.getState();
    if (shown === "palette") hide();
    else show("palette");
  });
  useShortcut("session.new", () => show("newSession"));
  useShortcut("tour", () => {
    call("POST /api/tour").then(
      ({ id }) => openSession(id),
      (error: unknown) => toast.error(error instanceof Error ? error.message : String(error)),
    );
  });
  useShortcut("go.inbox", () => openPage("inbox"), findPage("inbox") !== undefined);
  useShortcut("go.search", () => openPage("search"), findPage("search") !== undefined);
  useShortcut("go.stored", () => openPage("stored"), findPage("stored") !== undefined);
  useShortcut(
    "session.rename",
    withSummary(({ id }) => useListState.getState().rename(id)),
    one,
  );
  useShortcut("session.archive", withSummary(archive), one);
  useShortcut(
    "session.fork",
    withSummary(({ id }) => fork(id)),
    one,
  );
  useShortcut("session.copyResume", withSummary(copyResume), one);
  useShortcut("session.beside", () => show("beside"), wide && active !== undefined);
  useShortcut("session.closePane", () => closeSession(active ?? ""), several);
}
