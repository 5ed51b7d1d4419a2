import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from "react";
import { Toaster } from "sonner";
import { useSessions } from "@/api/hooks";
import { NewSession } from "@/features/sessions/NewSession";
import { Sidebar } from "@/features/sessions/Sidebar";
import { cn } from "@/lib/cn";
import { strings } from "@/strings";

const SessionPage = lazy(() =>
  import("@/features/session/SessionPage").then((module) => ({ default: module.SessionPage })),
);

/** The whole page. Which session is shown stands in the address, so that it can be linked and reloaded. */
export function App() {
  const [selected, select] = useSelected();
  const [creating, setCreating] = useState(false);
  const sessions = useSessions();
  const waiting = [...(sessions?.values() ?? [])].filter((session) => session.asks > 0).length;
  useEffect(() => {
    document.title = waiting > 0 ? `(${waiting}) ${strings.name}` : strings.name;
  }, [waiting]);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if ((event.metaKey || event.ctrlKey) && event.key === "j") {
        event.preventDefault();
        setCreating(true);
      }
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, []);
  return (
    <div className="flex h-dvh min-h-0">
      <Sidebar
        selected={selected}
        onSelect={select}
        onNew={() => setCreating(true)}
        className={cn("w-full md:w-64 md:shrink-0 md:border-r md:border-line", selected && "hidden md:flex")}
      />
      {selected ? (
        <Suspense fallback={<p className="flex-1 p-6 text-soft">{strings.loading}</p>}>
          <SessionPage session={selected} onBack={() => select(undefined)} />
        </Suspense>
      ) : (
        <main className="hidden flex-1 items-center justify-center text-soft md:flex">
          {strings.noneSelected}
        </main>
      )}
      <NewSession open={creating} onClose={() => setCreating(false)} onCreated={select} />
      <Toaster position="top-center" />
    </div>
  );
}

/** The session in the address: `#/s/ID`. */
function useSelected(): [string | undefined, (session: string | undefined) => void] {
  const hash = useSyncExternalStore(
    (listener) => {
      addEventListener("hashchange", listener);
      return () => removeEventListener("hashchange", listener);
    },
    () => location.hash,
  );
  const selected = /^#\/s\/([^/]+)/.exec(hash)?.[1];
  const select = (session: string | undefined) => {
    location.hash = session === undefined ? "#/" : `#/s/${session}`;
  };
  return [selected === undefined ? undefined : decodeURIComponent(selected), select];
}
