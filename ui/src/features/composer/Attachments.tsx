import { FileText, X } from "lucide-react";
import { Button, IconButton } from "@/components/ui/button";
import { bytes } from "@/lib/format";
import { composerStrings as words } from "@/strings";
import type { Uploads } from "./uploads";

/** What goes with the next message, with pictures of pictures. */
export function Attachments({ uploads }: { uploads: Uploads }) {
  if (uploads.items.length === 0 && uploads.failed.length === 0 && !uploads.busy) return null;
  return (
    <ul aria-label={words.attachments} className="flex flex-wrap gap-1 pb-1 text-xs">
      {uploads.items.map((item) => (
        <li
          key={item.id}
          className="flex max-w-full items-center gap-1.5 rounded-md border border-line bg-panel p-1"
        >
          {item.preview ? (
            <img src={item.preview} alt="" className="size-10 rounded-[4px] object-cover" />
          ) : (
            <FileText size={16} aria-hidden className="ml-1 text-faint" />
          )}
          <span className="min-w-0 truncate">
            {item.name} <span className="text-faint">{bytes(item.size)}</span>
          </span>
          <IconButton
            label={words.removeAttachment(item.name)}
            onClick={() => uploads.remove([item.id])}
            className="size-6"
          >
            <X size={12} />
          </IconButton>
        </li>
      ))}
      {uploads.failed.map((file, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may have the same name
          key={`${file.name} ${index}`}
          className="flex max-w-full items-center gap-1.5 rounded-md border border-fail bg-panel p-1"
        >
          <span className="min-w-0 truncate pl-1">
            {file.name} <span className="text-fail">{words.notUploaded}</span>
          </span>
          <Button look="quiet" className="min-h-6 px-2 text-xs" onClick={() => uploads.retry(file)}>
            {words.retryUpload}
          </Button>
          <IconButton
            label={words.removeAttachment(file.name)}
            onClick={() => uploads.discard(file)}
            className="size-6"
          >
            <X size={12} />
          </IconButton>
        </li>
      ))}
      {uploads.busy && <li className="px-2 py-1 text-soft">{words.uploading}</li>}
    </ul>
  );
}
