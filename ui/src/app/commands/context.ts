// The context of commands: once for keys, as a hook for menus and the palette.

import { connection } from "@/api/connection";
import { useHost, useSession } from "@/api/hooks";
import { hasSidebar, useHasSidebar } from "@/lib/media";
import { activeSession, here, useAddress } from "../navigation";
import type { Context } from "./command";

export function contextOf(session: string | undefined = activeSession()): Context {
  const { sessions, panel } = here();
  return {
    scope: connection.host.get()?.scope,
    session,
    summary: connection.sessions.get()?.get(session ?? ""),
    open: sessions,
    panel: panel?.id,
    wide: hasSidebar(),
  };
}

export function useCommandContext(session: string | undefined): Context {
  const { sessions, panel } = useAddress();
  return {
    scope: useHost()?.scope,
    session,
    summary: useSession(session),
    open: sessions,
    panel: panel?.id,
    wide: useHasSidebar(),
  };
}
