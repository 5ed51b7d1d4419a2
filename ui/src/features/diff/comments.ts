// Remarks on lines, kept until they are sent together. They survive reloads, as drafts do.

import { create } from "zustand";
import { persist } from "zustand/middleware";
import type { LinePlace } from "@/components/diff/DiffView";
import { changesStrings as words } from "@/strings/late";

export interface Comment extends LinePlace {
  path: string;
  remark: string;
}

interface CommentState {
  comments: Record<string, Comment[]>;
  /** Writes a remark on a line; an empty one takes it away. */
  setComment: (session: string, comment: Comment) => void;
  clear: (session: string) => void;
}

const isAt = (one: Comment, other: Pick<Comment, "path" | "side" | "line">): boolean =>
  one.path === other.path && one.side === other.side && one.line === other.line;

export const useComments = create<CommentState>()(
  persist(
    (set) => ({
      comments: {},
      setComment: (session, comment) =>
        set(({ comments }) => {
          const others = (comments[session] ?? []).filter((one) => !isAt(one, comment));
          const next = comment.remark.trim() === "" ? others : [...others, comment];
          return { comments: { ...comments, [session]: next } };
        }),
      clear: (session) =>
        set(({ comments }) => {
          const { [session]: _, ...rest } = comments;
          return { comments: rest };
        }),
    }),
    { name: "pilothouse.comments" },
  ),
);

export const commentAt = (comments: Comment[], path: string, place: LinePlace): Comment | undefined =>
  comments.find((one) => isAt(one, { path, side: place.side, line: place.line }));

/** All remarks as one message, by file and line. */
export function messageOf(comments: Comment[]): string {
  const sorted = [...comments].sort(
    (left, right) => left.path.localeCompare(right.path) || left.line - right.line,
  );
  const parts = sorted.map((one) => {
    const where = (one.side === "old" ? words.messageOldPlace : words.messagePlace)(one.path, one.line);
    return `${where}\n> ${one.text.trim()}\n${one.remark.trim()}`;
  });
  return [words.messageTitle, ...parts].join("\n\n");
}
