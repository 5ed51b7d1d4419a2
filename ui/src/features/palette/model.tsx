import { updateSession } from "@/api/commands";
import type { SessionView, UpdateSession } from "@/api/generated";
import { withSlashCommands } from "@/app/commands/slashList";
import { openPanel } from "@/app/navigation";
import { toastError } from "@/lib/problem";
import { palette as words } from "@/strings/late";
import { BYPASS, modeName, offeredModes } from "../composer/modes.logic";
import { brief } from "../panels/help/help.logic";
import { beginCommand } from "../panels/insert";
import type { Group } from "./palette.logic";

/** Model, permission mode and commands of the session that is open. */
export function modelGroups(session: string, info: SessionView["info"] | undefined): Group[] {
  const update = (change: UpdateSession) => () => {
    updateSession(session, change).catch(toastError);
  };
  const models = (info?.models ?? []).map((model) => ({
    value: `model ${model.value}`,
    title: model.displayName,
    also: [words.model, model.value],
    run: update({ model: model.value }),
    end: (info?.model === model.value || info?.model === model.resolvedModel) && words.current,
  }));
  const choices = (info ? offeredModes(info) : []).map((mode) => ({
    value: `mode ${mode}`,
    title: modeName(mode),
    also: [words.mode],
    // What asks for nothing at all is confirmed where it is explained.
    run: mode === BYPASS ? () => openPanel("settings") : update({ permissionMode: mode }),
    end: (info?.permissionMode ?? "default") === mode && words.current,
  }));
  const commands = withSlashCommands(info?.commands ?? [])
    .filter((command) => !command.terminalOnly)
    .map((command) => ({
      value: `command ${command.name}`,
      title: `/${command.name}`,
      also: [words.commands, brief(command.description)],
      run: () => beginCommand(session, command.name),
      end: <span className="text-soft">{brief(command.description, 48)}</span>,
    }));
  return [
    { heading: words.model, items: models },
    { heading: words.mode, items: choices },
    { heading: words.commands, items: commands },
  ];
}
