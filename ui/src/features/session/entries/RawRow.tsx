import type { RawReason } from "@/api/generated";
import type { RowProps } from "../EntryRow";
import { useOpen } from "../open";
import { Disclosure } from "./Disclosure";

const words: Record<RawReason, string> = {
  unknown: "a message this version does not know",
  malformed: "a message that does not have its usual form",
  notJson: "a line that is not JSON",
};

/** Something this version does not know. Nothing of it is lost. */
export function RawRow({ session, entry, body }: RowProps<"raw">) {
  const [open, setOpen] = useOpen(session, entry.id);
  const label = (
    <span className="text-xs text-faint">
      {words[body.reason]} <code>{body.name}</code>
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
