import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { connection } from "./api/connection";
import { ProblemError, signIn } from "./api/http";
import { queries } from "./api/queries";
import { App } from "./app/App";
import { startEsc } from "./app/esc/ladder";
import { startInstall } from "./app/install";
import { startShortcuts } from "./app/shortcuts/registry";
import { reloadWhenStale } from "./app/stale";
import { startWorker } from "./app/worker";
import { SignedOut } from "./features/login/SignedOut";
import { startNotifications } from "./features/pages/host/notifications";
import { startPanelCommands } from "./features/panels/intercept";
import { startFocusBack } from "./lib/focusBack";
import { startTheme } from "./lib/theme";
import { startViewport } from "./lib/viewport";
import "./styles/index.css";

async function start(): Promise<void> {
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
  startEsc();
  startShortcuts();
  startWorker();
  startNotifications();
  startPanelCommands();
  root.render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <App />
      </QueryClientProvider>
    </StrictMode>,
  );
}

start();
