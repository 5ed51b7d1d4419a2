import { useState } from "react";
import type { CutText, ToolResult } from "@/api/generated";
import { Ansi } from "@/components/Ansi";
import { Button } from "@/components/ui/button";
import { bytes } from "@/lib/format";
import { toastError } from "@/lib/problem";
import { strings, toolStrings as words } from "@/strings";
import { AttachmentView } from "../entries/UserRow";
import { wholeOutput } from "../whole";

/** How many lines are shown before the rest is folded. */
const SHOWN_LINES = 24;

/** Output of a tool: folded when it is long, and whole when asked for. */
export function Output(props: { session: string; entry: string; text: CutText }) {
  const { session, entry, text } = props;
  const [whole, setWhole] = useState<string>();
  const [open, setOpen] = useState(false);
  const shown = whole ?? text.text;
  const lines = shown.split("\n");
  const folded = !open && lines.length > SHOWN_LINES;
  const openFull = async () => {
    setOpen(true);
    if (!text.truncated || whole !== undefined) return;
    try {
      setWhole(await wholeOutput(session, entry));
    } catch (error) {
      toastError(error);
    }
  };
  if (shown === "") return <p className="text-xs text-faint">{words.noOutput}</p>;
  return (
    <div>
      <Ansi
        text={folded ? lines.slice(0, SHOWN_LINES).join("\n") : shown}
        className="max-h-[32rem] overflow-auto rounded-lg bg-panel px-3 py-2 text-xs"
      />
      {(folded || (text.truncated && whole === undefined)) && (
        <Button look="quiet" onClick={openFull} className="mt-1 text-xs">
          {strings.openFull} · {bytes(text.fullSize)}
        </Button>
      )}
    </div>
  );
}

/** The result of a call as the model saw it, with its pictures. */
export function Result(props: { session: string; entry: string; result: ToolResult | undefined }) {
  const { session, entry, result } = props;
  if (!result) return null;
  return (
    <div className="space-y-2">
      {(result.text.text !== "" || result.attachments.length === 0) && (
        <Output session={session} entry={entry} text={result.text} />
      )}
      {result.persisted?.path && (
        <p className="text-xs text-soft">
          {words.kept(result.persisted.size ? bytes(result.persisted.size) : undefined)}{" "}
          <span className="font-mono break-all">{result.persisted.path}</span>
        </p>
      )}
      {result.attachments.map((attachment) => (
        <AttachmentView key={attachment.index} session={session} entry={entry} attachment={attachment} />
      ))}
    </div>
  );
}
