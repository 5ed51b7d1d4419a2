// Installing the page as an app: the browser says when it may be offered.

import { create } from "zustand";

interface Install {
  /** Asks the person; undefined while the browser has not offered it. */
  prompt: (() => void) | undefined;
  installed: boolean;
}

/** What browsers that can install send before they would ask by themselves. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}

export const useInstall = create<Install>()(() => ({ prompt: undefined, installed: isInstalled() }));

function isInstalled(): boolean {
  return globalThis.matchMedia?.("(display-mode: standalone)").matches ?? false;
}

export function startInstall(): void {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    useInstall.setState({ prompt: () => void (event as InstallEvent).prompt() });
  });
  addEventListener("appinstalled", () => useInstall.setState({ installed: true, prompt: undefined }));
}
