import { toast } from "sonner";
import { updateSession } from "@/api/commands";
import type { SessionView, UpdateSession } from "@/api/generated";
import { useView } from "@/api/hooks";
import { useActiveSession } from "@/app/navigation";
import { problemText } from "@/lib/problem";
import { palette as words } from "@/strings/palette";
import { modes } from "../composer/modes.logic";
import { type Choose, Group, Item } from "./Palette";

const infoOf = (view: SessionView) => view.info;

/** The modes that need no confirmation. */
const offered = ["default", "acceptEdits", "plan"];

/** Model and permission mode of the session that is open. */
export function ModelItems({ choose }: { choose: Choose }) {
  const session = useActiveSession();
  if (session === undefined || session.startsWith("cli:")) return null;
  return <Choices session={session} choose={choose} />;
}

function Choices({ session, choose }: { session: string; choose: Choose }) {
  const info = useView(session, infoOf);
  const update = (change: UpdateSession) =>
    choose(() => {
      updateSession(session, change).catch((error: unknown) => toast.error(problemText(error)));
    });
  const models = info?.models ?? [];
  return (
    <>
      {models.length > 0 && (
        <Group heading={words.model}>
          {models.map((model) => (
            <Item
              key={model.value}
              value={`model ${model.value}`}
              keywords={[words.model, model.displayName]}
              onSelect={update({ model: model.value })}
              end={(info?.model === model.value || info?.model === model.resolvedModel) && words.current}
            >
              {model.displayName}
            </Item>
          ))}
        </Group>
      )}
      <Group heading={words.mode}>
        {offered.map((mode) => (
          <Item
            key={mode}
            value={`mode ${mode}`}
            keywords={[words.mode, modes[mode] ?? mode]}
            onSelect={update({ permissionMode: mode })}
            end={(info?.permissionMode ?? "default") === mode && words.current}
          >
            {modes[mode]}
          </Item>
        ))}
      </Group>
    </>
  );
}
