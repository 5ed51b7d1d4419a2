import { useEffect, useState } from "react";
import type { Attachment, Delivery } from "@/api/generated";
import { blobUrl } from "@/api/http";
import { cn } from "@/lib/cn";
import { bytes } from "@/lib/format";
import type { RowProps } from "../EntryRow";

const words: Record<Delivery["state"], string> = {
  sent: "sent",
  queued: "queued",
  running: "",
  done: "",
  cancelled: "cancelled",
  lost: "was not processed",
  duplicate: "sent twice, run once",
  blocked: "blocked by a hook",
};

/** What the person said. */
export function UserRow({ session, entry, body }: RowProps<"user">) {
  const note = words[body.delivery.state];
  return (
    <div className="rounded-md border-l-2 border-accent bg-panel px-3 py-2">
      <div className="whitespace-pre-wrap break-words">{body.text.text}</div>
      {body.attachments.length > 0 && (
        <ul className="mt-2 flex flex-wrap gap-2">
          {body.attachments.map((attachment) => (
            <li key={attachment.index}>
              <AttachmentView session={session} entry={entry.id} attachment={attachment} />
            </li>
          ))}
        </ul>
      )}
      <p className={cn("text-xs text-faint", !note && !body.origin && "sr-only")}>
        {[body.who?.name, body.origin, note].filter(Boolean).join(" · ")}
        {body.delivery.state === "blocked" && body.delivery.reason && `: ${body.delivery.reason}`}
      </p>
    </div>
  );
}

/** A picture or a file that came with a message or a result. */
export function AttachmentView(props: { session: string; entry: string; attachment: Attachment }) {
  const { session, entry, attachment } = props;
  const [url, setUrl] = useState<string>();
  const isImage = attachment.kind === "image";
  useEffect(() => {
    if (!isImage || attachment.data) return;
    let made: string | undefined;
    let gone = false;
    blobUrl(`api/sessions/${session}/entries/${entry}/attachments/${attachment.index}`)
      .then((url) => {
        made = url;
        if (gone) URL.revokeObjectURL(url);
        else setUrl(url);
      })
      .catch(() => undefined);
    return () => {
      gone = true;
      if (made) URL.revokeObjectURL(made);
    };
  }, [session, entry, attachment, isImage]);
  const source = attachment.data
    ? `data:${attachment.mediaType ?? "image/png"};base64,${attachment.data}`
    : url;
  if (isImage && source) {
    return (
      <img
        src={source}
        alt={attachment.name ?? "attached picture"}
        className="max-h-64 max-w-full rounded-md border border-line"
      />
    );
  }
  return (
    <span className="inline-block rounded-md border border-line px-2 py-1 text-xs text-soft">
      {attachment.name ?? attachment.kind} · {bytes(attachment.size)}
    </span>
  );
}
