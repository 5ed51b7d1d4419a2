import { toast } from "sonner";
import { updateSession } from "@/api/commands";
import type { SessionView, UpdateSession } from "@/api/generated";
import { problemText } from "@/lib/problem";
import { palette as words } from "@/strings/palette";
import { modes } from "../composer/modes.logic";
import type { Group } from "./palette.logic";

/** The modes that need no confirmation. */
const offered = ["default", "acceptEdits", "plan"];

/** Model and permission mode of the session that is open. */
export function modelGroups(session: string, info: SessionView["info"] | undefined): Group[] {
  const update = (change: UpdateSession) => () => {
    updateSession(session, change).catch((error: unknown) => toast.error(problemText(error)));
  };
  const models = (info?.models ?? []).map((model) => ({
    value: `model ${model.value}`,
    title: model.displayName,
    also: [words.model, model.value],
    run: update({ model: model.value }),
    end: (info?.model === model.value || info?.model === model.resolvedModel) && words.current,
  }));
  const choices = offered.map((mode) => ({
    value: `mode ${mode}`,
    title: modes[mode] ?? mode,
    also: [words.mode],
    run: update({ permissionMode: mode }),
    end: (info?.permissionMode ?? "default") === mode && words.current,
  }));
  return [
    { heading: words.model, items: models },
    { heading: words.mode, items: choices },
  ];
}
