import { useState } from "react";
import { Allowed } from "@/api/scope";
import { Markdown } from "@/components/Markdown";
import { Button } from "@/components/ui/button";
import { fieldLook } from "@/components/ui/field";
import { MenuItem } from "@/components/ui/menu";
import { revealed } from "@/lib/invisible";
import { useEscLayer } from "@/lib/layers";
import { strings } from "@/strings";
import { askStrings as words } from "@/strings/late";
import type { AskProps } from "./AskDock";
import { AskFrame } from "./AskFrame";
import { AutoMode } from "./AutoMode";
import { useAnswer } from "./useAnswer";

/** May the model do what it planned? The plan can be edited, approved, or sent back with a remark. */
export function PlanForm({ session, ask, body }: AskProps<"plan">) {
  const { busy, answer } = useAnswer(session, ask.id);
  const [plan, setPlan] = useState<string>();
  // What was edited stays for the next time the field is opened.
  const [draft, setDraft] = useState<string>();
  const [remark, setRemark] = useState("");
  useEscLayer(plan !== undefined, () => {
    setDraft(plan);
    setPlan(undefined);
  });
  const approve = (mode?: string) =>
    answer({ kind: "approvePlan", ...(plan === undefined ? {} : { plan }), ...(mode ? { mode } : {}) });
  const message = remark.trim();
  const back = () => answer({ kind: "deny", ...(message ? { message } : {}) });
  return (
    <AskFrame
      session={session}
      ask={ask.id}
      kind="plan"
      title={words.approvePlan}
      urgent
      busy={busy}
      yes={{
        label: plan === undefined ? strings.allow : words.allowAsEdited,
        run: () => approve(),
        key: "Mod+Enter",
      }}
      no={{ label: message ? words.sendBack : strings.deny, run: back }}
      onFieldEnter={() => message && back()}
      remark={
        <Allowed to="writeAnswer">
          <input
            type="text"
            aria-label={words.change}
            placeholder={words.changeHint}
            value={remark}
            onChange={(event) => setRemark(event.target.value)}
            className={`w-full ${fieldLook}`}
          />
        </Allowed>
      }
      others={
        plan === undefined &&
        body.plan !== undefined && (
          <Allowed to="changeInput">
            <Button look="quiet" onClick={() => setPlan(draft ?? body.plan)}>
              {words.editPlan}
            </Button>
          </Allowed>
        )
      }
      more={
        <>
          <Allowed to="allowForSession">
            <MenuItem disabled={busy} onSelect={() => void approve("acceptEdits")}>
              {words.allowAndAcceptEdits}
            </MenuItem>
          </Allowed>
          <AutoMode
            session={session}
            label={words.allowAndAuto}
            busy={busy}
            onChoose={() => approve("auto")}
          />
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
        <Markdown size="base" className="rounded-[9px] border border-line bg-panel px-4 py-3">
          {revealed(body.plan ?? words.noPlan)}
        </Markdown>
      )}
      {body.planFile && <p className="font-mono text-xs break-all text-soft">{revealed(body.planFile)}</p>}
    </AskFrame>
  );
}
