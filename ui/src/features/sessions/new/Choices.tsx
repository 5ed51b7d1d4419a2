import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useId } from "react";
import type { AgentInfo } from "@/api/generated";
import { useSessionList, useView } from "@/api/hooks";
import { storedQuery } from "@/api/queries";
import { Check, Field, Input } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { modeName, startModes } from "@/features/composer/modes.logic";
import { age } from "@/lib/format";
import { useMinute } from "@/lib/now";
import { useSettled } from "@/lib/settled";
import { newSession as words } from "@/strings/late";
import { commandSource, type Draft } from "./newSession.logic";

export interface ChoiceProps {
  draft: Draft;
  change: (change: Partial<Draft>) => void;
}

/** Names every CLI knows. */
const MODELS = ["opus", "sonnet", "haiku"];
const EFFORTS = ["low", "medium", "high", "xhigh", "max"];

/** The modes that a session can start in, with their words. */
export const modeWords = (version: string | undefined): [string, string][] => [
  ["", words.defaultMode],
  ...startModes(version).map((mode): [string, string] => [mode, modeName(mode)]),
];

/** The models that can be chosen without typing a name: those that every CLI has, and `others`. */
export const modelWords = (others: string[]): [string, string][] => [
  ["", words.defaultModel],
  ...[...new Set([...MODELS, ...others.filter(Boolean)])].map((model): [string, string] => [model, model]),
];

/** Which conversation it is, its effort, and the branch of its worktree. */
export function Choices({ draft, change }: ChoiceProps) {
  return (
    <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
      <Conversation draft={draft} change={change} />
      <Agent draft={draft} change={change} />
      <Field label={words.effort}>
        <Select
          words={[["", words.asTheCli], ...EFFORTS.map((effort): [string, string] => [effort, effort])]}
          value={draft.effort}
          onChoose={(effort) => change({ effort })}
        />
      </Field>
      {draft.worktree && (
        <Field label={words.branch} hint={words.worktreeHint}>
          <Input
            value={draft.branch}
            placeholder={words.branchHint}
            spellCheck={false}
            autoCapitalize="off"
            onChange={({ target }) => change({ branch: target.value })}
            className="font-mono"
          />
        </Field>
      )}
    </div>
  );
}

const noAgents: AgentInfo[] = [];

/** The agent that leads the session, with those that another session has reported. */
function Agent({ draft, change }: ChoiceProps) {
  const source = useSessionList((sessions) => commandSource(sessions, draft.project));
  const list = useId();
  return (
    <Field label={words.agent} hint={words.agentHint}>
      <Input
        value={draft.agent}
        placeholder={words.asTheCli}
        list={list}
        spellCheck={false}
        autoCapitalize="off"
        onChange={({ target }) => change({ agent: target.value })}
      />
      {source !== undefined && <AgentNames id={list} session={source} />}
    </Field>
  );
}

function AgentNames({ id, session }: { id: string; session: string }) {
  const known = useView(session, ({ info }) => info.agents) ?? noAgents;
  return (
    <datalist id={id}>
      {known.map(({ name }) => (
        <option key={name} value={name} />
      ))}
    </datalist>
  );
}

/** A new conversation, or one that the CLI has stored for this project. */
function Conversation({ draft, change }: ChoiceProps) {
  const now = useMinute();
  const pr = useSettled(draft.pullRequest.trim());
  const stored = useInfiniteQuery({
    ...storedQuery(draft.project.trim(), "", pr),
    enabled: draft.project.startsWith("/"),
    retry: false,
  });
  const free = (stored.data?.pages[0]?.sessions ?? [])
    .filter((conversation) => !conversation.session)
    .slice(0, 20);
  const newest = free[0]?.cliSessionId;
  const isOffered = free.some(({ cliSessionId }) => cliSessionId === draft.resume);
  useEffect(() => {
    // Who names a pull request wants its conversation.
    if (pr !== "" && newest !== undefined && !isOffered) change({ resume: newest });
  }, [pr, newest, isOffered, change]);
  return (
    <div className="space-y-1">
      <Field label={words.from}>
        <Select
          words={[
            ["", words.fromNew],
            ...free.map((one): [string, string] => [
              one.cliSessionId,
              words.fromStored(one.title.slice(0, 60), age(one.at, now)),
            ]),
          ]}
          value={draft.resume}
          onChoose={(resume) => change({ resume })}
        />
      </Field>
      <Input
        aria-label={words.pullRequest}
        placeholder={words.pullRequestHint}
        value={draft.pullRequest}
        spellCheck={false}
        autoCapitalize="off"
        onChange={({ target }) => change({ pullRequest: target.value, resume: "" })}
      />
      {pr !== "" && stored.isSuccess && free.length === 0 && (
        <p className="text-xs text-soft">{words.noPullRequest}</p>
      )}
      {draft.resume !== "" && (
        <Check label={words.forkInstead} checked={draft.fork} onChange={(fork) => change({ fork })} />
      )}
    </div>
  );
}
