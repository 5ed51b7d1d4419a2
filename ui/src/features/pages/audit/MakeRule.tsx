import type { AuditEntry } from "@/api/generated";
import { Button } from "@/components/ui/button";
import { Modal } from "@/components/ui/modal";
import { pageStrings } from "@/strings/late";
import { suggestedRule } from "./audit.logic";
import { RuleEditor } from "./RuleEditor";

const strings = pageStrings.audit;

interface MakeRuleProps {
  entry: AuditEntry;
  onClose: () => void;
  onMade: () => Promise<void>;
}

/** A decision as a rule. */
export function MakeRule({ entry, onClose, onMade }: MakeRuleProps) {
  const made = async () => {
    await onMade();
    onClose();
  };
  return (
    <Modal open onClose={onClose} title={strings.ruleTitle} description={strings.ruleText}>
      <div className="p-4">
        <RuleEditor
          initial={{
            rule: suggestedRule(entry),
            behavior: entry.decision === "allowed" ? "allow" : "deny",
            scope: "project",
          }}
          project={entry.project}
          session={entry.session}
          onMade={made}
        >
          <Button look="quiet" onClick={onClose}>
            {strings.cancel}
          </Button>
        </RuleEditor>
      </div>
    </Modal>
  );
}
