import { GitBranch } from "lucide-react";
import { rareTools as words } from "@/strings/late";
import { text } from "./input";
import { Result } from "./Output";
import type { ToolRenderer } from "./registry";

const details: ToolRenderer["details"] = ({ session, entry, call }) => (
  <Result session={session} entry={entry.id} result={call.result} />
);

/** Claude switches to a worktree. */
export const enterWorktree: ToolRenderer = {
  icon: GitBranch,
  title: () => words.worktree,
  summary: ({ input, call, shown }) =>
    text(call.result?.structured, "worktreeBranch") ?? text(input, "name") ?? shown(text(input, "path")),
  details,
};

/** Claude leaves the worktree, and keeps or removes it. */
export const exitWorktree: ToolRenderer = {
  icon: GitBranch,
  title: ({ input }) => (text(input, "action") === "remove" ? words.worktreeRemoved : words.worktreeKept),
  summary: ({ call, shown }) =>
    text(call.result?.structured, "worktreeBranch") ?? shown(text(call.result?.structured, "worktreePath")),
  details,
};
