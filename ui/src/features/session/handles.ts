// The transcripts on the screen, for whatever wants to move one: keys, the find bar, links, the composer.

import type { EntryId } from "@/api/generated";

export interface TranscriptHandle {
  /** Brings an entry into sight, loading older pages until it is there. Says whether it exists. */
  show(entry: EntryId): Promise<boolean>;
  /** To the first entry of all, loading every older page. */
  toStart(): Promise<void>;
  toEnd(): void;
  /** To the message before the one at the top of the window. */
  toLastPrompt(): void;
}

const handles = new Map<string, TranscriptHandle>();

export function putTranscript(session: string, handle: TranscriptHandle): () => void {
  handles.set(session, handle);
  return () => {
    if (handles.get(session) === handle) handles.delete(session);
  };
}

export const transcriptOf = (session: string): TranscriptHandle | undefined => handles.get(session);
