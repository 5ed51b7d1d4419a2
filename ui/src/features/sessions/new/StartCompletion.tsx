import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Command, FileSuggestion } from "@/api/generated";
import { useSessionList, useView } from "@/api/hooks";
import { suggestInProjectQuery } from "@/api/queries";
import { select } from "@/api/selectors";
import { isInternal } from "@/app/commands/slashList";
import {
  type CompletedField,
  CompletionChoices,
  mentioned,
  useTyping,
} from "@/features/composer/CompletionChoices";
import { useSettled } from "@/lib/settled";
import { commandSource } from "./newSession.logic";

interface StartCompletionProps extends CompletedField {
  project: string;
}

const noCommands: Command[] = [];
const noFiles: FileSuggestion[] = [];

/** Offers files of the project after `@`, and after `/` the commands that another session has reported. */
export function StartCompletion({ project, ...field }: StartCompletionProps) {
  const at = useTyping(field);
  const source = useSessionList((sessions) => commandSource(sessions, project));
  const query = mentioned(at.typing);
  const asked = useSettled(query ?? "");
  const wanted = query !== undefined && project.startsWith("/");
  const found = useQuery({ ...suggestInProjectQuery(project, asked), enabled: wanted });
  const files = (wanted && found.data) || noFiles;
  const mentions = files.map(({ path }) => ({ mention: path, hint: "" }));
  const list = { ...field, ...at, mentions, below: true };
  return at.typing?.kind === "command" && source !== undefined ? (
    <WithCommands session={source} {...list} />
  ) : (
    <CompletionChoices {...list} commands={noCommands} />
  );
}

type WithCommandsProps = { session: string } & Omit<Parameters<typeof CompletionChoices>[0], "commands">;

/** No CLI runs yet that could list its commands: one that runs beside has the same, but for the project's own. */
function WithCommands({ session, ...list }: WithCommandsProps) {
  const known = useView(session, select.commands) ?? noCommands;
  const commands = useMemo(
    () => known.filter((command) => !command.terminalOnly && !isInternal(command)),
    [known],
  );
  return <CompletionChoices {...list} commands={commands} />;
}
