import { type FormEvent, type ReactNode, useEffect, useState } from "react";
import { createRule } from "@/api/commands";
import type { NewRule, RuleBehavior, RuleMatch, RuleScope } from "@/api/generated";
import { ruleTrialQuery } from "@/api/queries";
import { useCan } from "@/api/scope";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/select";
import { Answer, Show } from "@/components/ui/show";
import { Tag } from "@/components/ui/status";
import { RuleFields } from "@/features/rules/RuleFields";
import { useAction } from "@/lib/action";
import { useLoad } from "@/lib/load";
import { pageStrings } from "@/strings/late";

const strings = pageStrings.audit;
const PAUSE_MS = 250;
const SHOWN = 5;

interface RuleEditorProps {
  initial: { rule: string; behavior: RuleBehavior; scope: RuleScope["kind"] };
  project: string;
  session: string;
  /** Is called when the rule is kept. */
  onMade: () => Promise<void>;
  /** Buttons before the one that makes it. */
  children?: ReactNode;
}

/** Writes a rule of the host. What it would have decided is shown before it is made. */
export function RuleEditor({ initial, project, session, onMade, children }: RuleEditorProps) {
  const [draft, setDraft] = useState({ rule: initial.rule, behavior: initial.behavior });
  const always = useCan("allowAlways");
  const [scope, setScope] = useState(always ? initial.scope : "session");
  const making = useAction();
  const wanted: NewRule = {
    behavior: draft.behavior,
    rule: draft.rule.trim(),
    scope:
      scope === "host"
        ? { kind: "host" }
        : scope === "project"
          ? { kind: "project", path: project }
          : { kind: "session", id: session },
  };
  const make = (event: FormEvent) => {
    event.preventDefault();
    void making.run(async () => {
      await createRule(wanted);
      setDraft({ ...draft, rule: "" });
      await onMade();
      return strings.made;
    });
  };
  return (
    <form onSubmit={make} className="space-y-3">
      <div className="flex flex-wrap gap-2">
        <RuleFields
          labels={{ behavior: strings.behaviour, rule: strings.rule }}
          draft={draft}
          onChange={setDraft}
        />
        {always && <Select label={strings.scope} words={strings.scopes} value={scope} onChoose={setScope} />}
      </div>
      {wanted.rule !== "" && <Trial wanted={wanted} />}
      <Answer outcome={making.outcome} />
      <div className="flex justify-end gap-2">
        {children}
        <Button look="primary" type="submit" disabled={making.busy || wanted.rule === ""}>
          {strings.make}
        </Button>
      </div>
    </form>
  );
}

/** What the rule would have decided about what was asked so far. */
function Trial({ wanted }: { wanted: NewRule }) {
  const key = usePaused(JSON.stringify(wanted));
  const trial = useLoad(ruleTrialQuery(JSON.parse(key) as NewRule));
  return (
    <section aria-label={strings.trial} className="space-y-1 rounded-md border border-line p-2 text-sm">
      <Show of={trial} rows={2}>
        {({ considered, matches }) => (
          <>
            <p role="status">{strings.tried(matches.length, considered)}</p>
            <ul className="space-y-0.5">
              {matches.slice(0, SHOWN).map((match) => (
                <Match key={`${match.session} ${match.at} ${match.summary}`} match={match} />
              ))}
            </ul>
            {matches.length > SHOWN && (
              <p className="text-xs text-soft">{strings.triedMore(matches.length - SHOWN)}</p>
            )}
          </>
        )}
      </Show>
    </section>
  );
}

function Match({ match }: { match: RuleMatch }) {
  return (
    <li className="flex flex-wrap items-baseline gap-x-2 text-xs">
      <span className="font-medium">{match.tool}</span>
      <code className="min-w-0 flex-1 font-mono break-all">{match.summary}</code>
      {match.needsPerson && <Tag>{strings.needsPerson}</Tag>}
      <span className="text-soft">{strings.wasDecided(match.decided)}</span>
    </li>
  );
}

/** The value, once it has stayed the same for a moment. */
function usePaused(value: string): string {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return paused;
}
