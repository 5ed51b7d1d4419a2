import { useSyncExternalStore } from "react";
import { connection } from "@/api/connection";
import { useConnection } from "@/api/hooks";
import { Button } from "@/components/ui/button";
import { StatusMark } from "@/components/ui/status";
import { useNow } from "@/lib/now";
import { shell } from "@/strings";

function subscribe(listener: () => void): () => void {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}

/** Says that the connection is lost and when it is tried again. What is on the screen stays. */
export function LostBar() {
  const state = useConnection();
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  if (state.state !== "lost") return null;
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-x-2 border-b border-line bg-wait-page px-4 py-1 text-sm">
      {/* The clock beside it is no part of the alert, which would be read out again every second. */}
      <span role="alert" className="font-medium text-wait">
        <StatusMark tone="wait" className="mr-2 inline-block size-3 align-[-1px]" />
        {online ? shell.lost : shell.offline}
      </span>
      <Countdown until={state.retryAt} />
      <span className="mr-auto text-soft max-md:hidden">{shell.lostKeeps}</span>
      <Button look="quiet" size="small" onClick={() => connection.retryNow()}>
        {shell.retryNow}
      </Button>
    </div>
  );
}

function Countdown({ until }: { until: number }) {
  const now = useNow();
  return <span className="text-soft">{shell.retryIn(Math.max(0, Math.ceil((until - now) / 1000)))}</span>;
}
