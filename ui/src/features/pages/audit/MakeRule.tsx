import { type FormEvent, useState } from "react";
import type { AuditEntry, NewRule, Rule, RuleBehavior, RuleScope, RuleTrial } from "@/api/generated";
import { post } from "@/api/http";
import { Button } from "@/components/ui/button";
import { Modal } from "@/components/ui/modal";
import { pageStrings } from "@/strings/pages";
import { useAction } from "../../panels/parts/action";
import { field } from "../../panels/parts/layout";
import { Answer } from "../../panels/parts/states";
import { Select } from "../host/BrowserSection";
import { suggestedRule } from "./audit.logic";

const strings = pageStrings.audit;

interface MakeRuleProps {
  entry: AuditEntry;
  onClose: () => void;
  onMade: () => Promise<void>;
}

/** A decision as a rule: what it would have decided is shown before it is made. */
export function MakeRule({ entry, onClose, onMade }: MakeRuleProps) {
  const [rule, setRule] = useState(suggestedRule(entry));
  const [behavior, setBehavior] = useState<RuleBehavior>(entry.decision === "allowed" ? "allow" : "deny");
  const [scope, setScope] = useState<RuleScope["kind"]>("project");
  const trying = useAction();
  const making = useAction();
  const wanted = (): NewRule => ({
    behavior,
    rule: rule.trim(),
    scope:
      scope === "host"
        ? { kind: "host" }
        : scope === "project"
          ? { kind: "project", path: entry.project }
          : { kind: "session", id: entry.session },
  });
  const attempt = () =>
    trying.run(async () => {
      const trial = await post<RuleTrial>("api/rules/try", wanted());
      return strings.tried(trial.matches.length, trial.considered);
    });
  const make = async (event: FormEvent) => {
    event.preventDefault();
    const done = await making.run(async () => {
      await post<Rule>("api/rules", wanted());
      await onMade();
      return strings.made;
    });
    if (done) onClose();
  };
  return (
    <Modal open onClose={onClose} title={strings.ruleTitle} description={strings.ruleText}>
      <form onSubmit={make} className="space-y-3 p-4">
        <div className="flex flex-wrap gap-2">
          <Select
            label={strings.behaviour}
            words={strings.behaviours}
            value={behavior}
            onChoose={setBehavior}
          />
          <input
            required
            aria-label={strings.rule}
            value={rule}
            onChange={(event) => setRule(event.target.value)}
            spellCheck={false}
            className={`${field} min-w-48 flex-1 font-mono`}
          />
          <Select label={strings.scope} words={strings.scopes} value={scope} onChoose={setScope} />
        </div>
        <Button onClick={attempt} disabled={trying.busy}>
          {strings.try}
        </Button>
        <Answer outcome={trying.outcome} />
        <Answer outcome={making.outcome} />
        <div className="flex justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            {strings.cancel}
          </Button>
          <Button look="primary" type="submit" disabled={making.busy}>
            {strings.make}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
