import { type FormEvent, useState } from "react";
import { updateSession } from "@/api/commands";
import { Button } from "@/components/ui/button";
import { settingsStrings as strings } from "@/strings/settings";
import { useAction } from "../parts/action";
import { field, Section } from "../parts/layout";
import { Answer } from "../parts/states";

/** What the session may cost, and what it does when a limit stops it. */
export function LimitsSection({ session }: { session: string }) {
  const action = useAction();
  const [budget, setBudget] = useState("");
  const save = (event: FormEvent) => {
    event.preventDefault();
    const budgetUsd = Number.parseFloat(budget.replace(",", "."));
    if (!Number.isFinite(budgetUsd) || budgetUsd <= 0) return;
    void action.run(async () => {
      await updateSession(session, { budgetUsd });
      return strings.saved;
    });
  };
  const goOn = (continueAfterLimit: boolean) =>
    action.run(async () => {
      await updateSession(session, { continueAfterLimit });
      return strings.saved;
    });
  return (
    <Section title={strings.limits}>
      <form onSubmit={save} className="space-y-1">
        <label className="block text-sm">
          {strings.budget}
          <span className="block text-xs text-soft">{strings.budgetNote}</span>
          <span className="mt-1 flex items-center gap-2">
            <span aria-hidden className="text-soft">
              $
            </span>
            <input
              inputMode="decimal"
              value={budget}
              onChange={(event) => setBudget(event.target.value)}
              className={`${field} w-28`}
            />
            <Button type="submit" disabled={action.busy || budget.trim() === ""}>
              {strings.save}
            </Button>
          </span>
        </label>
      </form>
      <div className="flex flex-wrap items-center gap-2 text-sm">
        <span className="min-w-0 flex-1">
          {strings.continueAfterLimit}
          <span className="block text-xs text-soft">{strings.continueNote}</span>
        </span>
        <Button onClick={() => goOn(true)} disabled={action.busy}>
          {strings.on}
        </Button>
        <Button onClick={() => goOn(false)} disabled={action.busy}>
          {strings.off}
        </Button>
      </div>
      <Answer outcome={action.outcome} />
    </Section>
  );
}
