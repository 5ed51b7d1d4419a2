import { Trash2 } from "lucide-react";
import { deleteRule } from "@/api/commands";
import type { Rule } from "@/api/generated";
import { useHost, useSessions } from "@/api/hooks";
import { allowFor, can } from "@/api/scope.logic";
import { IconButton } from "@/components/ui/button";
import { rowsLook, Section } from "@/components/ui/section";
import { Answer } from "@/components/ui/show";
import { useAction } from "@/lib/action";
import { shortPath } from "@/lib/format";
import { pageStrings } from "@/strings/late";
import { RuleRow } from "../../panels/settings/RulesSection";
import { sortedRules } from "../../panels/settings/settings.logic";

const strings = pageStrings.audit;

/** The host's own rules. */
export function Rules({ rules, reload }: { rules: Rule[]; reload: () => Promise<void> }) {
  const action = useAction();
  const host = useHost();
  const sessions = useSessions();
  const where = (rule: Rule) =>
    rule.scope.kind === "host"
      ? strings.scopes.host
      : rule.scope.kind === "project"
        ? shortPath(rule.scope.path, host?.home)
        : (sessions?.get(rule.scope.id)?.title ?? strings.scopes.session);
  const take = (rule: Rule) =>
    action.run(async () => {
      await deleteRule(rule.id);
      await reload();
      return undefined;
    });
  return (
    <Section title={strings.rules} note={strings.rulesNote}>
      {rules.length === 0 ? (
        <p className="text-sm text-soft">{strings.rulesNone}</p>
      ) : (
        <ul aria-label={strings.rules} className={rowsLook}>
          {sortedRules(rules).map((rule) => (
            <li key={rule.id} className="flex items-center gap-2 px-3 py-1">
              <RuleRow
                behavior={rule.behavior}
                rule={rule.rule}
                from={`${where(rule)} · ${strings.madeBy(rule.by)}`}
              />
              {can(host?.scope, allowFor(rule.scope.kind)) && (
                <IconButton
                  label={strings.remove(rule.rule)}
                  onClick={() => take(rule)}
                  disabled={action.busy}
                >
                  <Trash2 size={14} />
                </IconButton>
              )}
            </li>
          ))}
        </ul>
      )}
      <Answer outcome={action.outcome} />
    </Section>
  );
}
