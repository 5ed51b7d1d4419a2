// Files that go with the next message of each session. They survive reloads like the words of a draft.

import { useCallback } from "react";
import { create } from "zustand";
import { persist } from "zustand/middleware";
import { uploadFile } from "@/api/commands";
import type { Upload } from "@/api/generated";
import { useHost } from "@/api/hooks";
import { isUnreachable } from "@/api/http";
import { bytes } from "@/lib/format";
import { followOtherTabs } from "@/lib/otherTabs";
import { toastError } from "@/lib/problem";
import { toast } from "@/lib/toast";
import { composerStrings as words } from "@/strings";

/** A file given to the host, with a picture of it where it is one. */
export interface Item extends Upload {
  preview?: string;
}

export interface Uploads {
  items: Item[];
  /** Files that did not reach the host. */
  failed: File[];
  busy: boolean;
  retry: (file: File) => void;
  discard: (file: File) => void;
  add: (files: File[]) => void;
  choose: () => void;
  remove: (ids: string[]) => void;
  clear: () => void;
}

interface Given {
  items: Item[];
  failed: File[];
  /** How many are on their way. */
  pending: number;
}

const nothing: Given = { items: [], failed: [], pending: 0 };

interface AllGiven {
  of: Record<string, Given>;
}

const useGiven = create<AllGiven>()(
  persist((): AllGiven => ({ of: {} }), {
    name: "pilothouse.uploads",
    // The host has the files. Their pictures and what is on its way end with the page.
    partialize: ({ of }) => ({
      of: Object.fromEntries(Object.entries(of).flatMap(([session, given]) => keptOf(session, given))),
    }),
  }),
);

followOtherTabs(useGiven);

function keptOf(session: string, { items }: Given): [string, Given][] {
  const kept = items.map(({ preview: _, ...upload }) => upload);
  return kept.length === 0 ? [] : [[session, { ...nothing, items: kept }]];
}

const change = (session: string, alter: (before: Given) => Given) =>
  useGiven.setState(({ of }) => ({ of: { ...of, [session]: alter(of[session] ?? nothing) } }));

const release = (item: Item) => item.preview && URL.revokeObjectURL(item.preview);

/** Gives a file to the host at once, so that sending is quick. */
async function give(session: string, file: File): Promise<void> {
  change(session, (before) => ({ ...before, pending: before.pending + 1 }));
  try {
    const upload = await uploadFile(file.name || "pasted.png", file);
    const preview = file.type.startsWith("image/") ? { preview: URL.createObjectURL(file) } : {};
    change(session, (before) => ({ ...before, items: [...before.items, { ...upload, ...preview }] }));
  } catch (error) {
    // What the host refuses is not tried again.
    if (isUnreachable(error)) change(session, (before) => ({ ...before, failed: [...before.failed, file] }));
    toastError(error);
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
  const { items, failed, pending } = useGiven(({ of }) => of[session] ?? nothing);
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
  const remove = (ids: string[]) => drop(session, (item) => ids.includes(item.id));
  const discard = (file: File) =>
    change(session, (before) => ({ ...before, failed: before.failed.filter((other) => other !== file) }));
  const retry = (file: File) => {
    discard(file);
    give(session, file);
  };
  return { items, failed, busy: pending > 0, retry, discard, add, choose, remove, clear };
}
