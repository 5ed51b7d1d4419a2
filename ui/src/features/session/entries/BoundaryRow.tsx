import type { BoundaryReason } from "@/api/generated";
import type { RowProps } from "../EntryRow";
import { useOpen } from "../open";
import { Disclosure } from "./Disclosure";

const words: Record<BoundaryReason, string> = {
  started: "session started",
  resumed: "session resumed",
  forked: "forked from here",
  cleared: "conversation cleared",
  reset: "a new conversation begins",
  ended: "session ended",
  died: "the process died",
  parked: "parked; the next message wakes it",
  woken: "woken",
  imported: "imported",
};

/** A seam of the session. */
export function BoundaryRow({ session, entry, body }: RowProps<"boundary">) {
  const [open, setOpen] = useOpen(session, entry.id, body.reason === "died");
  const tail = body.exit?.stderrTail.trim();
  const line = (
    <span className="flex items-center gap-2 text-xs text-faint">
      <span className="h-px flex-1 bg-line" />
      {words[body.reason]}
      {body.text && `: ${body.text}`}
      <span className="h-px flex-1 bg-line" />
    </span>
  );
  if (!tail) return line;
  return (
    <Disclosure open={open} onToggle={setOpen} label={line}>
      <pre className="overflow-x-auto rounded-md bg-panel p-2 font-mono text-xs">{tail}</pre>
    </Disclosure>
  );
}
