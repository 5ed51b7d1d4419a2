import { X } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import type { Upload } from "@/api/generated";
import { post } from "@/api/http";
import { IconButton } from "@/components/ui/button";
import { bytes } from "@/lib/format";

export interface Uploads {
  items: Upload[];
  busy: boolean;
  add: (files: File[]) => void;
  choose: () => void;
  remove: (id: string) => void;
  clear: () => void;
}

/** Files that go with the next message: given to the host at once, so that sending is quick. */
export function useUploads(): Uploads {
  const [items, setItems] = useState<Upload[]>([]);
  const [pending, setPending] = useState(0);
  const add = (files: File[]) => {
    for (const file of files) {
      setPending((count) => count + 1);
      post<Upload>(`api/uploads?name=${encodeURIComponent(file.name || "pasted.png")}`, file)
        .then((upload) => setItems((before) => [...before, upload]))
        .catch((error: unknown) => toast.error(error instanceof Error ? error.message : String(error)))
        .finally(() => setPending((count) => count - 1));
    }
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
    remove: (id) => setItems((before) => before.filter((item) => item.id !== id)),
    clear: () => setItems([]),
  };
}

export function Attachments({ uploads }: { uploads: Uploads }) {
  if (uploads.items.length === 0 && !uploads.busy) return null;
  return (
    <ul className="flex flex-wrap gap-1 pb-1 text-xs">
      {uploads.items.map((item) => (
        <li key={item.id} className="flex items-center rounded-md border border-line bg-panel pl-2">
          {item.name} · {bytes(item.size)}
          <IconButton
            label={`Remove ${item.name}`}
            onClick={() => uploads.remove(item.id)}
            className="size-6"
          >
            <X size={12} />
          </IconButton>
        </li>
      ))}
      {uploads.busy && <li className="px-2 py-1 text-soft">uploading…</li>}
    </ul>
  );
}
