import { GitFork, Link2 } from "lucide-react";
import { forkSession } from "@/api/commands";
import type { Entry, ForkSession } from "@/api/generated";
import { useCan } from "@/api/scope";
import { openSession, sessionLink } from "@/app/navigation";
import { CopyButton } from "@/components/CopyButton";
import { cn } from "@/lib/cn";
import { toastError } from "@/lib/problem";
import { toast } from "@/lib/toast";
import { conversation } from "@/strings";
import { markdownOf } from "./markdown.logic";

const words = conversation.row;

const look =
  "inline-flex size-6 items-center justify-center rounded-md text-faint hover:bg-line/50 hover:text-ink pointer-coarse:size-11";

/** Where a copy of the session would be cut: after a prompt and its answer, or after a text of the model. */
function forkOf(session: string, { id, parent, body }: Entry): ForkSession | undefined {
  // What the CLI stored elsewhere is forked as a whole, and a subagent's words are no part of the conversation.
  if (session.startsWith("cli:") || parent !== undefined) return undefined;
  if (body.kind === "user") return body.uuid === undefined ? undefined : { at: body.uuid };
  return body.kind === "text" && !body.streaming && !body.aborted ? { entry: id } : undefined;
}

/** What can be done with a message: copy it, link to it, go on from it in a copy of the session. */
export function RowActions({ session, entry }: { session: string; entry: Entry }) {
  const controls = useCan("manageSessions");
  const place = controls ? forkOf(session, entry) : undefined;
  const fork = async () => {
    try {
      openSession((await forkSession(session, place)).id);
    } catch (error) {
      toastError(error);
    }
  };
  return (
    <div
      data-actions
      className={cn(
        "pointer-events-none absolute top-full right-0 z-10 -mt-1 flex rounded-md border border-line bg-raised opacity-0",
        "group-focus-within/row:pointer-events-auto group-focus-within/row:opacity-100",
        "group-hover/row:pointer-events-auto group-hover/row:opacity-100",
      )}
    >
      <CopyButton text={() => markdownOf(entry)} label={words.copy} />
      <button
        type="button"
        aria-label={words.link}
        title={words.link}
        className={look}
        onClick={() => {
          const url = new URL(sessionLink(session, entry.id), location.href);
          history.replaceState(null, "", url);
          navigator.clipboard
            ?.writeText(url.href)
            .then(() => toast.success(words.linkCopied))
            .catch(() => toast.info(words.linkInBar));
        }}
      >
        <Link2 size={13} aria-hidden />
      </button>
      {place && (
        <button type="button" aria-label={words.fork} title={words.forkHint} className={look} onClick={fork}>
          <GitFork size={13} aria-hidden />
        </button>
      )}
    </div>
  );
}
