import { useEffect, useState } from "react";
import type { Attachment, CutText, Entry } from "@/api/generated";
import { blobUrl } from "@/api/http";
import { attachmentAddress, readEntry } from "@/api/reads";
import { Button } from "@/components/ui/button";
import { cn } from "@/lib/cn";
import { bytes } from "@/lib/format";
import { conversation } from "@/strings";
import type { RowProps } from "../EntryRow";
import { useOpen } from "../open";

/** States that go without saying: they are read aloud and not shown. */
const usual = new Set(["running", "done"]);

/** The frame of what the person said. */
export const prompt = "rounded-xl border border-line bg-panel px-[15px] py-[11px] text-prose leading-normal";

/** What the person said. */
export function UserRow({ session, entry, body }: RowProps<"user">) {
  const note = conversation.delivery[body.delivery.state];
  return (
    <div className={prompt}>
      <Said session={session} entry={entry} text={body.text} />
      {body.attachments.length > 0 && (
        <ul className="mt-2 flex flex-wrap gap-2">
          {body.attachments.map((attachment) => (
            <li key={attachment.index}>
              <AttachmentView session={session} entry={entry.id} attachment={attachment} />
            </li>
          ))}
        </ul>
      )}
      <p className={cn("text-xs text-faint", usual.has(body.delivery.state) && !body.origin && "sr-only")}>
        {[body.who?.name, body.origin, note].filter(Boolean).join(" · ")}
        {body.delivery.state === "blocked" && body.delivery.reason && `: ${body.delivery.reason}`}
      </p>
    </div>
  );
}

/** A prompt longer than this is folded: it is known to the one who wrote it. */
const LONG = { characters: 1200, lines: 16 };

/** The words: the beginning of long ones until they are opened, whole when they were cut. */
function Said({ session, entry, text }: { session: string; entry: Entry; text: CutText }) {
  const [open, setOpen] = useOpen(session, entry.id, false, "said");
  const [whole, setWhole] = useState<string>();
  const lines = text.text.split("\n");
  const long = text.truncated || text.text.length > LONG.characters || lines.length > LONG.lines;
  const toggle = async () => {
    setOpen(!open);
    if (open || !text.truncated || whole !== undefined) return;
    const full = await readEntry(session, entry.id).catch(() => undefined);
    if (full?.body.kind === "user") setWhole(full.body.text.text);
  };
  const shown =
    open || !long ? (whole ?? text.text) : lines.slice(0, LONG.lines).join("\n").slice(0, LONG.characters);
  return (
    <>
      <div className="whitespace-pre-wrap break-words">
        {shown}
        {long && !open && "…"}
      </div>
      {long && (
        <Button look="quiet" aria-expanded={open} onClick={toggle} className="-ml-2 min-h-7 px-2 text-xs">
          {open ? conversation.row.showLess : conversation.row.showAll(bytes(text.fullSize))}
        </Button>
      )}
    </>
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
    blobUrl(attachmentAddress(session, entry, attachment.index))
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
        alt={attachment.name ?? conversation.row.picture}
        className="max-h-64 max-w-full rounded-md border border-line"
      />
    );
  }
  return <AttachmentName attachment={attachment} />;
}

/** A file by its name. */
export function AttachmentName({ attachment }: { attachment: Attachment }) {
  return (
    <span className="inline-block rounded-md border border-line px-2 py-1 text-xs text-soft">
      {attachment.name ?? attachment.kind} · {bytes(attachment.size)}
    </span>
  );
}
