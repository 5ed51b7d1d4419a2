// Waits for the view to show something: what the CLI answered is folded into it.

import { connection } from "@/api/connection";
import type { SessionView } from "@/api/generated";

/** Resolves with whether it came true in time. Needs somebody who watches the session, as every panel does. */
export function until(
  session: string,
  holds: (view: SessionView) => boolean,
  milliseconds = 5000,
): Promise<boolean> {
  const { store, stop } = connection.watch(session);
  return new Promise((resolve) => {
    const settle = (value: boolean) => {
      clearTimeout(timer);
      unsubscribe();
      stop();
      resolve(value);
    };
    const look = () => {
      const view = store.get();
      if (view && holds(view)) settle(true);
    };
    const timer = setTimeout(() => settle(false), milliseconds);
    const unsubscribe = store.subscribe(look);
    look();
  });
}
