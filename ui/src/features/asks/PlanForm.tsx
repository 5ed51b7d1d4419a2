import { type KeyboardEvent, useState } from "react";
import { Markdown } from "@/components/Markdown";
import { Button } from "@/components/ui/button";
import { strings } from "@/strings";
import { askStrings as words } from "@/strings/asks";
import type { AskProps } from "./AskDock";
import { AskFrame } from "./AskFrame";
import { useAnswer } from "./useAnswer";

/** May the model do what it planned? The plan can be edited, approved, or sent back with a remark. */
export function PlanForm({ session, ask, body }: AskProps<"plan">) {
  const { busy, answer } = useAnswer(session, ask.id);
  const [plan, setPlan] = useState<string>();
  const [remark, setRemark] = useState("");
  const approve = (mode?: string) =>
    answer({ kind: "approvePlan", ...(plan === undefined ? {} : { plan }), ...(mode ? { mode } : {}) });
  const back = () => answer({ kind: "deny", message: remark.trim() || words.notApproved });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) approve();
    else if (event.key === "Enter" && event.target instanceof HTMLInputElement && remark.trim()) back();
    else return;
    event.preventDefault();
  };
  return (
    <AskFrame
      title={words.approvePlan}
      urgent
      onKeyDown={onKeyDown}
      actions={
        <>
          <input
            type="text"
            aria-label={words.change}
            placeholder={words.changeHint}
            value={remark}
            onChange={(event) => setRemark(event.target.value)}
            className="w-full rounded-md border border-line bg-raised px-2 py-1.5 text-sm pointer-coarse:py-3"
          />
          <Button look="primary" disabled={busy} hotkey="Ctrl ⏎" onClick={() => approve()}>
            {plan === undefined ? strings.allow : words.allowAsEdited}
          </Button>
          <Button disabled={busy} onClick={() => approve("acceptEdits")}>
            {words.allowAndAcceptEdits}
          </Button>
          {plan === undefined && body.plan !== undefined && (
            <Button look="quiet" onClick={() => setPlan(body.plan)}>
              {words.editPlan}
            </Button>
          )}
          <Button look="danger" disabled={busy} onClick={back}>
            {remark.trim() ? words.sendBack : strings.deny}
          </Button>
        </>
      }
    >
      {plan !== undefined ? (
        <textarea
          aria-label={words.plan}
          value={plan}
          rows={12}
          onChange={(event) => setPlan(event.target.value)}
          className="w-full rounded-md border border-line bg-raised p-2 font-mono text-xs"
        />
      ) : (
        <Markdown className="rounded-md border border-line bg-raised p-3">
          {body.plan ?? words.noPlan}
        </Markdown>
      )}
      {body.planFile && <p className="font-mono text-xs break-all text-soft">{body.planFile}</p>}
    </AskFrame>
  );
}
