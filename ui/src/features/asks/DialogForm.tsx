import { JsonTree } from "@/components/JsonTree";
import { Button } from "@/components/ui/button";
import { askStrings as words } from "@/strings/asks";
import type { AskProps } from "./AskDock";
import { AskFrame } from "./AskFrame";
import { useAnswer } from "./useAnswer";

/** A dialog of the CLI that has no form of its own here: shown as it came, and it can be dismissed. */
export function DialogForm({ session, ask, body }: AskProps<"dialog">) {
  const { busy, answer } = useAnswer(session, ask.id);
  return (
    <AskFrame
      title={words.dialog(body.dialog)}
      actions={
        <Button
          disabled={busy}
          onClick={() => answer({ kind: "dialog", payload: { behavior: "cancelled" } })}
        >
          {words.dismiss}
        </Button>
      }
    >
      <JsonTree value={body.payload} />
    </AskFrame>
  );
}
