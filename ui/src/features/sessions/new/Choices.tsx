import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useHost, useSessions } from "@/api/hooks";
import { Check, Field, Input, Select } from "@/components/ui/field";
import { modes } from "@/features/composer/modes.logic";
import { storedPage } from "@/features/stored/stored";
import { age } from "@/lib/format";
import { useMinute } from "@/lib/now";
import { newSession as words } from "@/strings/newSession";
import { type Draft, startModes } from "./newSession.logic";

interface ChoiceProps {
  draft: Draft;
  change: (change: Partial<Draft>) => void;
}

/** Names every CLI knows; those that sessions here have used are added. */
const MODELS = ["opus", "sonnet", "haiku"];
const EFFORTS = ["low", "medium", "high", "xhigh", "max"];

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
            value={typing ? "other" : draft.model}
            onChange={({ target }) => {
              setTyping(target.value === "other");
              change({ model: target.value === "other" ? "" : target.value });
            }}
          >
            <option value="">{words.asTheCli}</option>
            {known.map((model) => (
              <option key={model}>{model}</option>
            ))}
            <option value="other">{words.otherModel}</option>
          </Select>
        </Field>
      </div>
      <Field label={words.mode}>
        <Select value={draft.mode} onChange={({ target }) => change({ mode: target.value })}>
          <option value="">{words.asTheCli}</option>
          {startModes(host?.cli.version).map((mode) => (
            <option key={mode} value={mode}>
              {modes[mode] ?? mode}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={words.effort}>
        <Select value={draft.effort} onChange={({ target }) => change({ effort: target.value })}>
          <option value="">{words.asTheCli}</option>
          {EFFORTS.map((effort) => (
            <option key={effort}>{effort}</option>
          ))}
        </Select>
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
  const stored = useQuery({
    queryKey: ["stored", draft.project, ""],
    queryFn: () => storedPage(draft.project.trim(), "", ""),
    enabled: draft.project.startsWith("/"),
    retry: false,
  });
  const free = (stored.data?.sessions ?? []).filter((conversation) => !conversation.session).slice(0, 20);
  if (free.length === 0 && draft.resume === "") return null;
  return (
    <div className="space-y-1">
      <Field label={words.from}>
        <Select value={draft.resume} onChange={({ target }) => change({ resume: target.value })}>
          <option value="">{words.fromNew}</option>
          {free.map((conversation) => (
            <option key={conversation.cliSessionId} value={conversation.cliSessionId}>
              {words.fromStored(conversation.title.slice(0, 60), age(conversation.at, now))}
            </option>
          ))}
        </Select>
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
