import type { SessionView } from "@/api/generated";
import { useSession, useView } from "@/api/hooks";
import { StatusMark } from "@/components/ui/status";
import { conversation } from "@/strings";
import { column } from "./EntryRow";
import { AttachmentName, prompt } from "./entries/UserRow";
import { useSessionNow } from "./now";
import { awaited, startingMessage } from "./pending.logic";

const livenessOf = (view: SessionView) => view.liveness;
const queueOf = (view: SessionView) => view.queue;

/** The message that starts the next process, if there is one. */
export function useStartingMessage(session: string) {
  const liveness = useView(session, livenessOf);
  const queue = useView(session, queueOf);
  const summary = useSession(session);
  return liveness && queue ? startingMessage({ liveness, queue }, summary) : undefined;
}

/** The end of the transcript from Send to the first word: the message and the status line. */
export function Pending({ session }: { session: string }) {
  const message = useStartingMessage(session);
  return (
    <div className={column}>
      {message && (
        <div className="pb-3.5">
          <div className={prompt}>
            <div className="whitespace-pre-wrap break-words">{message.text.text}</div>
            {message.attachments.length > 0 && (
              <ul className="mt-2 flex flex-wrap gap-2">
                {message.attachments.map((attachment) => (
                  <li key={attachment.index}>
                    <AttachmentName attachment={attachment} />
                  </li>
                ))}
              </ul>
            )}
            <p className="sr-only">{conversation.delivery.starting}</p>
          </div>
        </div>
      )}
      <Awaited session={session} starting={message !== undefined} />
    </div>
  );
}

function Awaited({ session, starting }: { session: string; starting: boolean }) {
  const now = useSessionNow(session);
  const liveness = useView(session, livenessOf);
  const queue = useView(session, queueOf);
  const line = liveness && queue && awaited({ liveness, queue }, starting, now);
  if (!line) return null;
  return (
    <p data-awaited className="flex items-center gap-2 pb-3.5 text-sm text-work">
      <StatusMark tone="work" className="size-3" />
      {line}
    </p>
  );
}
