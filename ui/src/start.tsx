// Starts the app, once its language is loaded.

import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { connection } from "./api/connection";
import { ProblemError, signIn } from "./api/http";
import { startInvalidation } from "./api/invalidation";
import { queries } from "./api/queries";
import { App } from "./app/App";
import { startEsc } from "./app/esc/ladder";
import { startInstall } from "./app/install";
import { preloadWhenIdle } from "./app/preload";
import { startShortcuts } from "./app/shortcuts/keyboard";
import { reloadWhenStale } from "./app/stale";
import { startTabState } from "./app/tabState";
import { startWorker } from "./app/worker";
import { SignedOut } from "./features/login/SignedOut";
import { startNotifications } from "./features/pages/host/notifications";
import { startFocusBack } from "./lib/focusBack";
import { startTheme } from "./lib/theme";
import { startViewport } from "./lib/viewport";

export async function start(): Promise<void> {
  startTheme();
  startViewport();
  startFocusBack();
  reloadWhenStale();
  startInstall();
  const element = document.getElementById("root");
  if (!element) return;
  const root = createRoot(element);
  try {
    if (!(await signIn())) {
      root.render(<SignedOut />);
      return;
    }
  } catch (error) {
    const problem = error instanceof ProblemError ? error : undefined;
    root.render(<SignedOut problem={problem?.message} detail={problem?.detail} />);
    return;
  }
  connection.start();
  startInvalidation();
  startTabState();
  startEsc();
  startShortcuts();
  startWorker();
  startNotifications();
  root.render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <App />
      </QueryClientProvider>
    </StrictMode>,
  );
  preloadWhenIdle();
}
