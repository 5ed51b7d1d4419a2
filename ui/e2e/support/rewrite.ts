// States that the simulator cannot be brought into: what the host says is altered on its way to the page.

import type { Page } from "@playwright/test";
import type { SessionView, SocketUpdate } from "../../src/api/generated";

/** Lets `alter` change every update, and loads the page anew so that it holds from the first. */
export async function rewriteUpdates(page: Page, alter: (update: SocketUpdate) => void): Promise<void> {
  await page.routeWebSocket(/\/api\/ws/, (socket) => {
    const host = socket.connectToServer();
    host.onMessage((message) => {
      const update = JSON.parse(String(message)) as SocketUpdate;
      alter(update);
      socket.send(JSON.stringify(update));
    });
  });
  await page.reload();
}

/** Alters the parts of a view, whether they come in a snapshot or in a change. */
export const altering =
  (parts: {
    info?: (info: SessionView["info"]) => void;
    usage?: (usage: SessionView["usage"]) => void;
    ask?: (ask: SessionView["asks"][number]) => void;
  }) =>
  (update: SocketUpdate): void => {
    if (update.kind === "snapshot") {
      parts.info?.(update.view.info);
      parts.usage?.(update.view.usage);
      if (parts.ask) update.view.asks.forEach(parts.ask);
    }
    if (update.kind !== "changes") return;
    for (const change of update.sets.flatMap((set) => set.changes)) {
      if (change.kind === "infoSet") parts.info?.(change.info);
      if (change.kind === "usageSet") parts.usage?.(change.usage);
      if (change.kind === "askSet") parts.ask?.(change.ask);
    }
  };
