// What the browser's tab shows: the number of open requests in the title, and the state in the icon.

import { connection } from "@/api/connection";
import { openRequests, standing } from "@/features/sessions/sessions.logic";
import { strings } from "@/strings";
import { type IconState, iconAddress } from "./icon.logic";

function iconState(waiting: number): IconState {
  if (waiting > 0) return "waiting";
  const sessions = [...(connection.sessions.get()?.values() ?? [])];
  return sessions.some((session) => !session.archived && standing(session) === "working")
    ? "working"
    : "idle";
}

/** Keeps title and icon up to date without drawing the page again. */
export function startTabState(): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  let shown: IconState = "idle";
  const show = () => {
    const waiting = openRequests(connection.sessions.get());
    const title = waiting > 0 ? `(${waiting}) ${strings.name}` : strings.name;
    if (document.title !== title) document.title = title;
    const state = iconState(waiting);
    if (icon && state !== shown) icon.href = iconAddress(state);
    shown = state;
  };
  show();
  connection.sessions.subscribe(show);
}
