import { FileText, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { toast } from "sonner";
import type { Upload } from "@/api/generated";
import { useHost } from "@/api/hooks";
import { post } from "@/api/http";
import { IconButton } from "@/components/ui/button";
import { bytes } from "@/lib/format";
import { composerStrings as words } from "@/strings/composer";

/** A file given to the host, with a picture of it where it is one. */
export interface Item extends Upload {
  preview?: string;
}

export interface Uploads {
  items: Item[];
  busy: boolean;
  add: (files: File[]) => void;
  choose: () => void;
  remove: (id: string) => void;
  clear: () => void;
}

const release = (item: Item) => item.preview && URL.revokeObjectURL(item.preview);

/** Files that go with the next message: given to the host at once, so that sending is quick. */
export function useUploads(): Uploads {
  const [items, setItems] = useState<Item[]>([]);
  const [pending, setPending] = useState(0);
  const largest = useHost()?.limits.uploadBytes;
  const current = useRef(items);
  current.current = items;
  useEffect(() => () => current.current.forEach(release), []);

  const give = async (file: File) => {
    if (largest !== undefined && file.size > largest) {
      toast.error(words.tooLarge(file.name, bytes(file.size), bytes(largest)));
      return;
    }
    setPending((count) => count + 1);
    try {
      const upload = await post<Upload>(
        `api/uploads?name=${encodeURIComponent(file.name || "pasted.png")}`,
        file,
      );
      const preview = file.type.startsWith("image/") ? { preview: URL.createObjectURL(file) } : {};
      setItems((before) => [...before, { ...upload, ...preview }]);
    } catch (error) {
      toast.error(error instanceof Error ? error.message : String(error));
    } finally {
      setPending((count) => count - 1);
    }
  };
  const add = (files: File[]) => {
    for (const file of files) give(file);
  };
  const choose = () => {
    const input = document.createElement("input");
    input.type = "file";
    input.multiple = true;
    input.onchange = () => add([...(input.files ?? [])]);
    input.click();
  };
  return {
    items,
    busy: pending > 0,
    add,
    choose,
    remove: (id) => {
      items.filter((item) => item.id === id).forEach(release);
      setItems((before) => before.filter((item) => item.id !== id));
    },
    clear: () => {
      items.forEach(release);
      setItems([]);
    },
  };
}

export function Attachments({ uploads }: { uploads: Uploads }) {
  if (uploads.items.length === 0 && !uploads.busy) return null;
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
            onClick={() => uploads.remove(item.id)}
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
