import { useMemo } from "react";
import type { Command } from "@/api/generated";
import { useSessionList, useView } from "@/api/hooks";
import { select } from "@/api/selectors";
import { isInternal } from "@/app/commands/slashList";
import { type CompletedField, CompletionChoices, useTyping } from "@/features/composer/CompletionChoices";
import { commandSource } from "./newSession.logic";

interface StartCompletionProps extends CompletedField {
  project: string;
}

const noCommands: Command[] = [];

/** Offers after `/` the commands that another session has reported. */
export function StartCompletion({ project, ...field }: StartCompletionProps) {
  const source = useSessionList((sessions) => commandSource(sessions, project));
  return source === undefined ? null : <OfSession session={source} {...field} />;
}

/** No CLI runs yet that could list its commands: one that runs beside has the same, but for the project's own. */
function OfSession({ session, ...field }: CompletedField & { session: string }) {
  const at = useTyping(field);
  const known = useView(session, select.commands) ?? noCommands;
  const commands = useMemo(
    () => known.filter((command) => !command.terminalOnly && !isInternal(command)),
    [known],
  );
  return <CompletionChoices {...field} {...at} commands={commands} mentions={[]} below />;
}
