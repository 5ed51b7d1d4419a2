import { type FormEvent, useEffect, useState } from "react";
import { updateSession } from "@/api/commands";
import { useView } from "@/api/hooks";
import { select } from "@/api/selectors";
import { until } from "@/api/until";
import { Button } from "@/components/ui/button";
import { fieldLook } from "@/components/ui/field";
import { Section } from "@/components/ui/section";
import { Answer } from "@/components/ui/show";
import { Switch } from "@/components/ui/switch";
import { useAction } from "@/lib/action";
import { dollars } from "@/lib/format";
import { settingsStrings as strings } from "@/strings/late";

/** What the session may cost, and what it does when a limit stops it. */
export function LimitsSection({ session }: { session: string }) {
  const host = useView(session, select.host);
  const going = useAction();
  const goOn = (continueAfterLimit: boolean) =>
    going.run(async () => {
      await updateSession(session, { continueAfterLimit });
      await until(session, (view) => (view.host.continueAfterLimit ?? false) === continueAfterLimit);
      return continueAfterLimit ? strings.continueOn : strings.continueOff;
    });
  return (
    <Section title={strings.limits}>
      <Budget session={session} kept={host?.budgetUsd} />
      <Switch
        label={strings.continueAfterLimit}
        note={strings.continueNote}
        checked={host?.continueAfterLimit ?? false}
        disabled={going.busy}
        onChange={goOn}
      />
      <Answer outcome={going.outcome} />
    </Section>
  );
}

/** The budget as it is kept, until another is typed. */
function Budget({ session, kept }: { session: string; kept: number | undefined }) {
  const action = useAction();
  const [text, setText] = useState("");
  useEffect(() => setText(kept === undefined ? "" : String(kept)), [kept]);
  const wanted = text.trim() === "" ? 0 : Number.parseFloat(text.replace(",", "."));
  const valid = Number.isFinite(wanted) && wanted >= 0;
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!valid) return;
    void action.run(async () => {
      await updateSession(session, { budgetUsd: wanted });
      return strings.saved;
    });
  };
  return (
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
            value={text}
            aria-invalid={!valid}
            onChange={(event) => setText(event.target.value)}
            className={`${fieldLook} w-28`}
          />
          <Button type="submit" disabled={action.busy || !valid || wanted === (kept ?? 0)}>
            {strings.save}
          </Button>
        </span>
      </label>
      <p className="text-xs text-soft">
        {kept === undefined ? strings.budgetNone : strings.budgetKept(dollars(kept))}
      </p>
      <Answer outcome={action.outcome} />
    </form>
  );
}
