import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useHost, useSessions } from "@/api/hooks";
import { storedQuery } from "@/api/queries";
import { Check, Field, Input } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { modeName, startModes } from "@/features/composer/modes.logic";
import { age } from "@/lib/format";
import { useMinute } from "@/lib/now";
import { newSession as words } from "@/strings/late";
import type { Draft } from "./newSession.logic";

interface ChoiceProps {
  draft: Draft;
  change: (change: Partial<Draft>) => void;
}

/** Names every CLI knows; those that sessions here have used are added. */
const MODELS = ["opus", "sonnet", "haiku"];
const EFFORTS = ["low", "medium", "high", "xhigh", "max"];

/** The modes that a session can start in, with their words. */
export const modeWords = (version: string | undefined): [string, string][] => [
  ["", words.defaultMode],
  ...startModes(version).map((mode): [string, string] => [mode, modeName(mode)]),
];

/** The models that can be chosen without typing a name. */
export const modelWords = (chosen: string): [string, string][] => [
  ["", words.defaultModel],
  ...[...new Set([...MODELS, ...(chosen ? [chosen] : [])])].map((model): [string, string] => [model, model]),
];

/** Model, permission mode and effort. */
export function Choices({ draft, change }: ChoiceProps) {
  const host = useHost();
  const used = [...(useSessions()?.values() ?? [])].flatMap(({ model }) => (model ? [model] : []));
  const known = [...new Set([...MODELS, ...used])];
  const [typing, setTyping] = useState(draft.model !== "" && !known.includes(draft.model));
  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
      <div className="max-sm:col-span-2">
        <Field label={words.model}>
          <Select
            words={[
              ["", words.asTheCli],
              ...known.map((model): [string, string] => [model, model]),
              ["other", words.otherModel],
            ]}
            value={typing ? "other" : draft.model}
            onChoose={(value) => {
              setTyping(value === "other");
              change({ model: value === "other" ? "" : value });
            }}
          />
        </Field>
      </div>
      <Field label={words.mode}>
        <Select
          words={modeWords(host?.cli.version)}
          value={draft.mode}
          onChoose={(mode) => change({ mode })}
        />
      </Field>
      <Field label={words.effort}>
        <Select
          words={[["", words.asTheCli], ...EFFORTS.map((effort): [string, string] => [effort, effort])]}
          value={draft.effort}
          onChoose={(effort) => change({ effort })}
        />
      </Field>
      {typing && (
        <div className="col-span-full">
          <Field label={words.modelName}>
            <Input value={draft.model} onChange={({ target }) => change({ model: target.value })} />
          </Field>
        </div>
      )}
    </div>
  );
}

/** A new conversation, or one that the CLI has stored for this project. */
export function Conversation({ draft, change }: ChoiceProps) {
  const now = useMinute();
  const stored = useInfiniteQuery({
    ...storedQuery(draft.project.trim(), ""),
    enabled: draft.project.startsWith("/"),
    retry: false,
  });
  const free = (stored.data?.pages[0]?.sessions ?? [])
    .filter((conversation) => !conversation.session)
    .slice(0, 20);
  if (free.length === 0 && draft.resume === "") return null;
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
      {draft.resume !== "" && (
        <Check label={words.forkInstead} checked={draft.fork} onChange={(fork) => change({ fork })} />
      )}
    </div>
  );
}

/** Whether it works in a worktree of its own. */
export function Worktree({ draft, change }: ChoiceProps) {
  return (
    <div className="grid gap-x-3 sm:grid-cols-[1fr_14rem]">
      <Check
        label={words.worktree}
        hint={words.worktreeHint}
        checked={draft.worktree}
        onChange={(worktree) => change({ worktree })}
      />
      {draft.worktree && (
        <Field label={words.branch}>
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
