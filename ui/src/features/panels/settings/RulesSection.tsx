import { Plus } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { Json, RuleBehavior } from "@/api/generated";
import { Button } from "@/components/ui/button";
import { rowsLook, Section } from "@/components/ui/section";
import { Answer, Show } from "@/components/ui/show";
import { Tag } from "@/components/ui/status";
import { type RuleDraft, RuleFields } from "@/features/rules/RuleFields";
import { useAction } from "@/lib/action";
import { cn } from "@/lib/cn";
import type { Loaded } from "@/lib/load";
import { settingsStrings as strings } from "@/strings/late";
import { type CliRules, type CliSettings, control } from "../api";
import { sortedRules } from "./settings.logic";

const colours: Record<RuleBehavior, string> = {
  allow: "text-done",
  ask: "text-wait",
  deny: "text-fail",
};

/** A rule with what it does and where it comes from. */
export function RuleRow({
  behavior,
  rule,
  from,
  off,
}: {
  behavior: RuleBehavior;
  rule: string;
  from: string;
  off?: boolean;
}) {
  return (
    <>
      <span className={cn("w-11 shrink-0 text-xs font-medium", colours[behavior])}>
        {strings.behaviours[behavior]}
      </span>
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2">
        <code className="flex-1 basis-auto font-mono text-xs break-all">{rule}</code>
        {off && <Tag>{strings.notInEffect}</Tag>}
        <span className="text-xs text-soft">{from}</span>
      </span>
    </>
  );
}

interface Props {
  session: string;
  rules: Loaded<CliRules>;
}

/** The rules the CLI decides by, and a way to add one for this session. */
export function RulesSection({ session, rules }: Props) {
  const action = useAction();
  const add = ({ behavior, rule }: RuleDraft) =>
    action.run(async () => {
      await addRule(session, behavior, rule.trim());
      await rules.reload();
      return strings.answered.rule;
    });
  return (
    <Section title={strings.rules} note={strings.rulesNote}>
      <Show of={rules} rows={3}>
        {({ state }) =>
          state.rules.length === 0 ? (
            <p className="text-sm text-soft">{strings.rulesNone}</p>
          ) : (
            <ul aria-label={strings.rules} className={rowsLook}>
              {sortedRules(state.rules).map((rule) => (
                <li
                  key={`${rule.behavior} ${rule.source} ${rule.rule}`}
                  className="flex items-baseline gap-2 px-3 py-1.5"
                >
                  <RuleRow
                    behavior={rule.behavior}
                    rule={rule.rule}
                    from={strings.sources[rule.source] ?? rule.source}
                    off={rule.notInEffect ?? false}
                  />
                </li>
              ))}
            </ul>
          )
        }
      </Show>
      <RuleForm busy={action.busy} onAdd={add} />
      <Answer outcome={action.outcome} />
    </Section>
  );
}

/** The CLI replaces the permissions of its flag layer as a whole, so the ones that are there are sent along. */
async function addRule(session: string, behavior: RuleBehavior, rule: string): Promise<void> {
  const permissions = await flagPermissions(session);
  const before = permissions[behavior];
  const list = Array.isArray(before) ? before : [];
  await control(session, "apply_flag_settings", {
    settings: { permissions: { ...permissions, [behavior]: [...new Set([...list, rule])] } },
  });
}

export async function flagPermissions(session: string): Promise<Record<string, Json>> {
  const { sources } = await control<CliSettings>(session, "get_settings");
  const permissions = sources.find(({ source }) => source === "flagSettings")?.settings.permissions;
  return permissions && typeof permissions === "object" && !Array.isArray(permissions) ? permissions : {};
}

interface RuleFormProps {
  busy: boolean;
  onAdd: (draft: RuleDraft) => Promise<boolean>;
}

function RuleForm({ busy, onAdd }: RuleFormProps) {
  const [draft, setDraft] = useState<RuleDraft>({ behavior: "allow", rule: "" });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (draft.rule.trim() && (await onAdd(draft))) setDraft({ ...draft, rule: "" });
  };
  return (
    <form onSubmit={submit} className="flex flex-wrap gap-2">
      <RuleFields
        labels={{ behavior: strings.ruleBehaviour, rule: strings.ruleAdd }}
        draft={draft}
        onChange={setDraft}
      />
      <Button type="submit" disabled={busy || draft.rule.trim() === ""}>
        <Plus size={14} aria-hidden /> {strings.add}
      </Button>
    </form>
  );
}
