// Files that go with the next message of each session. Whoever looks at another session in between finds them again.

import { useCallback } from "react";
import { toast } from "sonner";
import { create } from "zustand";
import type { Upload } from "@/api/generated";
import { useHost } from "@/api/hooks";
import { post } from "@/api/http";
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

interface Given {
  items: Item[];
  /** How many are on their way. */
  pending: number;
}

const nothing: Given = { items: [], pending: 0 };

const useGiven = create<{ of: Record<string, Given> }>()(() => ({ of: {} }));

const change = (session: string, alter: (before: Given) => Given) =>
  useGiven.setState(({ of }) => ({ of: { ...of, [session]: alter(of[session] ?? nothing) } }));

const release = (item: Item) => item.preview && URL.revokeObjectURL(item.preview);

/** Gives a file to the host at once, so that sending is quick. */
async function give(session: string, file: File): Promise<void> {
  change(session, (before) => ({ ...before, pending: before.pending + 1 }));
  try {
    const upload = await post<Upload>(
      `api/uploads?name=${encodeURIComponent(file.name || "pasted.png")}`,
      file,
    );
    const preview = file.type.startsWith("image/") ? { preview: URL.createObjectURL(file) } : {};
    change(session, (before) => ({ ...before, items: [...before.items, { ...upload, ...preview }] }));
  } catch (error) {
    toast.error(error instanceof Error ? error.message : String(error));
  } finally {
    change(session, (before) => ({ ...before, pending: before.pending - 1 }));
  }
}

function drop(session: string, fits: (item: Item) => boolean): void {
  change(session, (before) => {
    before.items.filter(fits).forEach(release);
    return { ...before, items: before.items.filter((item) => !fits(item)) };
  });
}

export function useUploads(session: string): Uploads {
  const { items, pending } = useGiven(({ of }) => of[session] ?? nothing);
  const largest = useHost()?.limits.uploadBytes;
  const add = (files: File[]) => {
    for (const file of files) {
      if (largest === undefined || file.size <= largest) give(session, file);
      else toast.error(words.tooLarge(file.name, bytes(file.size), bytes(largest)));
    }
  };
  const choose = () => {
    const input = document.createElement("input");
    input.type = "file";
    input.multiple = true;
    input.onchange = () => add([...(input.files ?? [])]);
    input.click();
  };
  const clear = useCallback(() => drop(session, () => true), [session]);
  const remove = (id: string) => drop(session, (item) => item.id === id);
  return { items, busy: pending > 0, add, choose, remove, clear };
}
