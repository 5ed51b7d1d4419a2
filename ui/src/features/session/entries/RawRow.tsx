import { conversation } from "@/strings";
import type { RowProps } from "../EntryRow";
import { useOpen } from "../open";
import { Disclosure } from "./Disclosure";

/** Something this version does not know. Nothing of it is lost. */
export function RawRow({ session, entry, body }: RowProps<"raw">) {
  const [open, setOpen] = useOpen(session, entry.id);
  const label = (
    <span className="text-xs text-faint">
      {conversation.raw[body.reason]} <code>{body.name}</code>
    </span>
  );
  return (
    <Disclosure open={open} onToggle={setOpen} label={label}>
      <pre className="max-h-80 overflow-auto rounded-md bg-panel p-2 font-mono text-xs whitespace-pre-wrap break-all">
        {body.line.text}
      </pre>
    </Disclosure>
  );
}
