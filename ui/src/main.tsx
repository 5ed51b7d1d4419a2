import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { connection } from "./api/connection";
import { ProblemError, signIn } from "./api/http";
import { App } from "./app/App";
import { SignedOut } from "./features/login/SignedOut";
import { startTheme } from "./lib/theme";
import "./styles/index.css";

async function start(): Promise<void> {
  startTheme();
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
  root.render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

start();
