import { CornerDownRight, X } from "lucide-react";
import { toast } from "sonner";
import { updateQueued, withdrawQueued } from "@/api/commands";
import type { QueuedMessage, SessionView } from "@/api/generated";
import { useView } from "@/api/hooks";
import { Button, IconButton } from "@/components/ui/button";
import { useDrafts } from "./drafts";

const queueOf = (view: SessionView) => view.queue;

const tell = (error: unknown) => toast.error(error instanceof Error ? error.message : String(error));

/** Messages that wait for the turn to end. They can be sent at once, taken back, or moved to the front. */
export function Queue({ session }: { session: string }) {
  const queue = useView(session, queueOf) ?? [];
  if (queue.length === 0) return null;
  return (
    <ul aria-label="Queued messages" className="space-y-1 pb-1">
      {queue.map((message, index) => (
        <li
          key={message.uuid}
          className="flex items-center gap-1 rounded-md border border-dashed border-line px-2 text-sm"
        >
          <CornerDownRight size={14} aria-hidden className="shrink-0 text-faint" />
          <span className="min-w-0 flex-1 truncate">{message.text.text}</span>
          {message.reason && <span className="text-xs text-faint">{message.reason}</span>}
          <Actions session={session} message={message} first={index === 0} />
        </li>
      ))}
    </ul>
  );
}

function Actions({ session, message, first }: { session: string; message: QueuedMessage; first: boolean }) {
  const edit = async () => {
    try {
      await withdrawQueued(session, message.uuid);
      const { drafts, setDraft } = useDrafts.getState();
      setDraft(session, [message.text.text, drafts[session]].filter(Boolean).join("\n"));
    } catch (error) {
      tell(error);
    }
  };
  return (
    <>
      <Button look="quiet" onClick={() => updateQueued(session, message.uuid, { when: "steer" }).catch(tell)}>
        Steer
      </Button>
      <Button look="quiet" onClick={() => updateQueued(session, message.uuid, { when: "now" }).catch(tell)}>
        Now
      </Button>
      <Button look="quiet" onClick={edit}>
        Edit
      </Button>
      {!first && (
        <Button look="quiet" onClick={() => updateQueued(session, message.uuid, { place: 0 }).catch(tell)}>
          First
        </Button>
      )}
      <IconButton label="Withdraw" onClick={() => withdrawQueued(session, message.uuid).catch(tell)}>
        <X size={14} />
      </IconButton>
    </>
  );
}
