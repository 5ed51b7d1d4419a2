import { Allowed } from "@/api/scope";
import { JsonTree } from "@/components/JsonTree";
import { Button } from "@/components/ui/button";
import { revealed, revealedIn } from "@/lib/invisible";
import { askStrings as words } from "@/strings/late";
import type { AskProps } from "./AskDock";
import { AskFrame } from "./AskFrame";
import { useAnswer } from "./useAnswer";

/** A dialog of the CLI: its choices; one of an unknown kind is shown as it came, and can be dismissed. */
export function DialogForm({ session, ask, body }: AskProps<"dialog">) {
  const { busy, answer } = useAnswer(session, ask.id);
  const dismiss = () => answer({ kind: "dialog", payload: { behavior: "cancelled" } });
  const choose = (result: string) => answer({ kind: "dialog", payload: { behavior: "completed", result } });
  return (
    <AskFrame
      session={session}
      ask={ask.id}
      kind="permission"
      busy={busy}
      title={revealed(body.title ?? words.dialog(body.dialog.replaceAll("_", " ")))}
      no={{ label: words.dismiss, run: dismiss, look: "plain" }}
      others={
        <Allowed to="writeAnswer">
          {body.choices.map(({ value, label }) => (
            <Button key={value} disabled={busy} onClick={() => choose(value)}>
              {revealed(label)}
            </Button>
          ))}
        </Allowed>
      }
    >
      {body.text && <p className="text-sm whitespace-pre-wrap">{revealed(body.text)}</p>}
      {body.choices.length === 0 && (
        <>
          <p className="text-sm text-soft">{words.dialogHint}</p>
          <div className="max-h-64 overflow-auto rounded-md border border-line bg-raised p-2">
            <JsonTree value={revealedIn(body.payload)} />
          </div>
        </>
      )}
    </AskFrame>
  );
}
