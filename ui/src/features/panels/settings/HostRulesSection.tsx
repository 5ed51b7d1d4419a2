import type { Rule, SessionSummary } from "@/api/generated";
import { useSession } from "@/api/hooks";
import { rulesQuery } from "@/api/queries";
import { Allowed } from "@/api/scope";
import { Show } from "@/components/ui/show";
import { useLoad } from "@/lib/load";
import { settingsStrings as strings } from "@/strings/late";
import { RuleEditor } from "../../pages/audit/RuleEditor";
import { Rules } from "../../pages/audit/Rules";

/** The host's own rules that hold in this session, and a way to add one. */
export function HostRulesSection({ session }: { session: string }) {
  const summary = useSession(session);
  const rules = useLoad(rulesQuery);
  if (!summary) return null;
  return (
    <div className="space-y-2">
      <Show of={rules} rows={2}>
        {(list) => <Rules rules={list.filter((rule) => holds(rule, summary))} reload={rules.reload} />}
      </Show>
      <Allowed to="allowForSession">
        <section aria-label={strings.ruleHostAdd}>
          <RuleEditor
            initial={{ rule: "", behavior: "allow", scope: "session" }}
            project={summary.project}
            session={session}
            onMade={rules.reload}
          />
        </section>
      </Allowed>
    </div>
  );
}

function holds({ scope }: Rule, { id, project }: SessionSummary): boolean {
  switch (scope.kind) {
    case "host":
      return true;
    case "project":
      return scope.path === project;
    case "session":
      return scope.id === id;
    default:
      return scope satisfies never;
  }
}
