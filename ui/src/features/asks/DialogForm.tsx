import type { KeyboardEvent } from "react";
import { JsonTree } from "@/components/JsonTree";
import { Button } from "@/components/ui/button";
import { askStrings as words } from "@/strings/asks";
import type { AskProps } from "./AskDock";
import { AskFrame } from "./AskFrame";
import { useAnswer } from "./useAnswer";

/** A dialog of the CLI that has no form of its own here: shown as it came, and it can be dismissed. */
export function DialogForm({ session, ask, body }: AskProps<"dialog">) {
  const { busy, answer } = useAnswer(session, ask.id);
  const dismiss = () => answer({ kind: "dialog", payload: { behavior: "cancelled" } });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    dismiss();
  };
  return (
    <AskFrame
      title={words.dialog(body.dialog.replaceAll("_", " "))}
      onKeyDown={onKeyDown}
      actions={
        <Button hotkey="Esc" disabled={busy} onClick={dismiss}>
          {words.dismiss}
        </Button>
      }
    >
      <p className="text-sm text-soft">{words.dialogHint}</p>
      <div className="max-h-64 overflow-auto rounded-md border border-line bg-raised p-2">
        <JsonTree value={body.payload} />
      </div>
    </AskFrame>
  );
}
