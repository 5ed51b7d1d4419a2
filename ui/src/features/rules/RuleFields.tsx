import type { RuleBehavior } from "@/api/generated";
import { fieldLook } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { settingsStrings as strings } from "@/strings/late";

export interface RuleDraft {
  behavior: RuleBehavior;
  rule: string;
}

interface RuleFieldsProps {
  /** What the two fields are called where they stand. */
  labels: { behavior: string; rule: string };
  draft: RuleDraft;
  onChange: (draft: RuleDraft) => void;
}

/** What a rule does and what it is about: for the rules of the host and for those of the CLI. */
export function RuleFields({ labels, draft, onChange }: RuleFieldsProps) {
  return (
    <>
      <Select
        label={labels.behavior}
        words={strings.behaviours}
        value={draft.behavior}
        onChoose={(behavior) => onChange({ ...draft, behavior })}
      />
      <input
        required
        aria-label={labels.rule}
        placeholder={strings.ruleHint}
        value={draft.rule}
        onChange={(event) => onChange({ ...draft, rule: event.target.value })}
        spellCheck={false}
        autoCapitalize="off"
        className={`${fieldLook} min-w-40 flex-1 font-mono`}
      />
    </>
  );
}
