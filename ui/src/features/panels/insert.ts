// Commands that are chosen somewhere else than in the message field, and begin there.

import { runCommand } from "@/app/commands/registry";
import { runSlash, withCommand } from "@/app/commands/slash";
import { activeSession, closePanel, here, openSession } from "@/app/navigation";
import { roomNow } from "@/app/room";
import { useDrafts } from "@/features/composer/drafts";

/** Runs a command of the page; or puts it into the message, where arguments can follow and Enter sends it. */
export function beginCommand(session: string, name: string): void {
  if (activeSession() !== session) openSession(session);
  if (runSlash(session, `/${name}`)) return;
  const { drafts, setDraft } = useDrafts.getState();
  setDraft(session, withCommand(name, drafts[session] ?? ""));
  if (!roomNow(here().sessions.length).dock) closePanel();
  // A sheet that closes gives the focus back to where it was; then the field takes it.
  requestAnimationFrame(() => requestAnimationFrame(() => runCommand("composer.focus")));
}
