// Commands of the terminal, typed as a message, open their panel here.

import { connection } from "@/api/connection";
import { openPage, openPanel } from "@/app/navigation";
import { addIntercept } from "@/features/composer/intercept";
import { type PanelTarget, panelFor } from "./commands.logic";

const pages = new Set<PanelTarget>(["usage", "doctor"]);

export function startPanelCommands(): void {
  addIntercept((session, text) => {
    const known = connection.peek(session)?.info.commands.filter((command) => !command.terminalOnly) ?? [];
    const target = panelFor(text, new Set(known.map((command) => command.name)));
    if (target === undefined) return false;
    if (pages.has(target)) openPage(target);
    else openPanel(target);
    return true;
  });
}
