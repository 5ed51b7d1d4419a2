import { Plus } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { SessionInfo } from "@/api/generated";
import { Button } from "@/components/ui/button";
import { fieldLook } from "@/components/ui/field";
import { Section } from "@/components/ui/section";
import { Answer, Show } from "@/components/ui/show";
import { useAction } from "@/lib/action";
import type { Loaded } from "@/lib/load";
import { settingsStrings as strings } from "@/strings/late";
import { type CliRules, control } from "../api";
import { flagPermissions } from "./RulesSection";

interface Props {
  session: string;
  info: SessionInfo;
  rules: Loaded<CliRules>;
  /** What stands in the field at first. */
  begin: string;
}

/** Where it may work besides the project. */
export function DirectoriesSection({ session, info, rules, begin }: Props) {
  const action = useAction();
  const [path, setPath] = useState(begin);
  const add = async (event: FormEvent) => {
    event.preventDefault();
    const directory = path.trim();
    if (directory === "") return;
    const done = await action.run(async () => {
      await addDirectory(session, directory);
      await rules.reload();
      return strings.answered.directory;
    });
    if (done) setPath("");
  };
  return (
    <Section title={strings.directories} note={strings.directoriesNote}>
      <Show of={rules} rows={1}>
        {({ state }) => (
          <ul aria-label={strings.directories} className="space-y-1 font-mono text-xs">
            <li className="break-all">{info.cwd ?? state.originalCwd}</li>
            {state.workspaceDirectories.map((directory) => (
              <li key={directory.path} className="flex gap-2">
                <span className="min-w-0 flex-1 break-all">{directory.path}</span>
                <span className="font-sans text-soft">
                  {strings.sources[directory.source] ?? directory.source}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Show>
      <form onSubmit={add} className="flex gap-2">
        <input
          aria-label={strings.directoryAdd}
          placeholder={strings.directoryHint}
          value={path}
          onChange={(event) => setPath(event.target.value)}
          spellCheck={false}
          autoCapitalize="off"
          className={`${fieldLook} min-w-0 flex-1 font-mono`}
        />
        <Button type="submit" disabled={action.busy || path.trim() === ""}>
          <Plus size={14} aria-hidden /> {strings.add}
        </Button>
      </form>
      <Answer outcome={action.outcome} />
    </Section>
  );
}

async function addDirectory(session: string, directory: string): Promise<void> {
  const permissions = await flagPermissions(session);
  const before = permissions.additionalDirectories;
  const list = Array.isArray(before) ? before : [];
  await control(session, "apply_flag_settings", {
    settings: { permissions: { ...permissions, additionalDirectories: [...list, directory] } },
  });
}
