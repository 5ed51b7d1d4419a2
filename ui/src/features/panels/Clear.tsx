import { useState } from "react";
import { toast } from "sonner";
import { sendMessage } from "@/api/commands";
import { connection } from "@/api/connection";
import { useActiveSession } from "@/app/navigation";
import { useShortcut } from "@/app/shortcuts/registry";
import { Button } from "@/components/ui/button";
import { Modal } from "@/components/ui/modal";
import { panelStrings } from "@/strings/panels";
import { problemText } from "./parts/action";
import { asError } from "./parts/load";

const strings = panelStrings.clear;

/** Ctrl+K: starts the conversation over, where the CLI can, and says before what that means. */
export function Clear() {
  const session = useActiveSession();
  const [asking, setAsking] = useState(false);
  useShortcut(
    "clear",
    () => {
      const known = connection.peek(session ?? "")?.info.commands.some((command) => command.name === "clear");
      if (known) setAsking(true);
      else toast.info(strings.unknown);
    },
    session !== undefined,
  );
  if (session === undefined) return null;
  const clear = () => {
    setAsking(false);
    sendMessage(session, { text: "/clear" }).catch((error: unknown) =>
      toast.error(problemText(asError(error))),
    );
  };
  return (
    <Modal open={asking} onClose={() => setAsking(false)} title={strings.title} description={strings.text}>
      <div className="flex justify-end gap-2 p-4">
        <Button look="quiet" onClick={() => setAsking(false)}>
          {strings.cancel}
        </Button>
        <Button look="primary" onClick={clear}>
          {strings.confirm}
        </Button>
      </div>
    </Modal>
  );
}
