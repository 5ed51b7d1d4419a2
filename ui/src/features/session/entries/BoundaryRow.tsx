import { conversation } from "@/strings";
import type { RowProps } from "../EntryRow";
import { useOpen } from "../open";
import { Disclosure } from "./Disclosure";

/** A seam of the session. */
export function BoundaryRow({ session, entry, body }: RowProps<"boundary">) {
  const [open, setOpen] = useOpen(session, entry.id, body.reason === "died");
  const tail = body.exit?.stderrTail.trim();
  const line = (
    <span className="flex items-center gap-2 text-xs text-faint">
      <span className="h-px flex-1 bg-line" />
      {conversation.boundaries[body.reason]}
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
