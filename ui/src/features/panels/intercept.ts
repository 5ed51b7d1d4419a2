// Commands of the terminal, typed as a message, open their panel here.

import { connection } from "@/api/connection";
import { openPage, openPanel } from "@/app/navigation";
import { addIntercept } from "@/features/composer/intercept";
import { type PanelCommand, type PanelTarget, panelFor } from "./commands.logic";

const pages = new Set<PanelTarget>(["usage", "doctor"]);

/** The panel or page that a message opens instead of being sent to this session. */
export function targetOf(session: string, text: string): PanelCommand | undefined {
  const known = connection.peek(session)?.info.commands.filter((command) => !command.terminalOnly) ?? [];
  return panelFor(text, new Set(known.map((command) => command.name)));
}

export function openTarget({ opens, item }: PanelCommand): void {
  if (pages.has(opens)) openPage(opens);
  else openPanel(opens, item);
}

export function startPanelCommands(): void {
  addIntercept((session, text) => {
    const target = targetOf(session, text);
    if (target === undefined) return false;
    openTarget(target);
    return true;
  });
}
