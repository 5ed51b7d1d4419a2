import { Suspense, useState } from "react";
import { sendMessage } from "@/api/commands";
import { connection } from "@/api/connection";
import { useHandler } from "@/app/commands/handlers";
import { useActiveSession } from "@/app/navigation";
import { Button } from "@/components/ui/button";
import { later } from "@/lib/later";
import { toastError } from "@/lib/problem";
import { toast } from "@/lib/toast";
import { clear as strings } from "@/strings";

const Modal = later(() => import("@/components/ui/modal").then((module) => module.Modal));

/** Ctrl+K: starts the conversation over, where the CLI can, and says before what that means. */
export function Clear() {
  const session = useActiveSession();
  const [asking, setAsking] = useState(false);
  useHandler(
    "clear",
    () => {
      const commands = connection.peek(session ?? "")?.info.commands ?? [];
      // The list is empty until the view has arrived and the CLI has told its commands.
      if (commands.length === 0 || commands.some(({ name }) => name === "clear")) setAsking(true);
      else toast.info(strings.unknown);
    },
    { enabled: session !== undefined },
  );
  if (session === undefined) return null;
  const clear = () => {
    setAsking(false);
    sendMessage(session, { text: "/clear" }).catch(toastError);
  };
  if (!asking) return null;
  return (
    <Suspense>
      <Modal open onClose={() => setAsking(false)} title={strings.title} description={strings.text}>
        <div className="flex justify-end gap-2 p-4">
          <Button look="quiet" onClick={() => setAsking(false)}>
            {strings.cancel}
          </Button>
          <Button look="primary" onClick={clear}>
            {strings.confirm}
          </Button>
        </div>
      </Modal>
    </Suspense>
  );
}
