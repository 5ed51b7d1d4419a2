// Commands that are chosen somewhere else than in the message field, and begin there.

import { activeSession, closePanel, openSession } from "@/app/navigation";
import { run } from "@/app/shortcuts/registry";
import { useDrafts } from "@/features/composer/drafts";
import { hasDock } from "@/lib/media";
import { withCommand } from "./commands.logic";
import { openTarget, targetOf } from "./intercept";

/** Opens the panel of a command; or puts it into the message, where arguments can follow and Enter sends it. */
export function beginCommand(session: string, name: string): void {
  if (activeSession() !== session) openSession(session);
  const target = targetOf(session, `/${name}`);
  if (target) {
    openTarget(target);
    return;
  }
  const { drafts, setDraft } = useDrafts.getState();
  setDraft(session, withCommand(name, drafts[session] ?? ""));
  if (!hasDock()) closePanel();
  // A sheet that closes gives the focus back to where it was; then the field takes it.
  requestAnimationFrame(() => requestAnimationFrame(() => run("composer.focus")));
}
