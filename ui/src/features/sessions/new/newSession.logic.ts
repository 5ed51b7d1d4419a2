// What the form holds, and what is asked of the host for it.

import type { SessionList } from "@/api/connection";
import type { CreateSession } from "@/api/generated";
import { newSession as words } from "@/strings/late";

export interface Draft {
  project: string;
  message: string;
  model: string;
  /** Empty for the mode that the CLI starts in. */
  mode: string;
  effort: string;
  worktree: boolean;
  branch: string;
  /** A conversation of the CLI to go on with; empty for a new one. */
  resume: string;
  fork: boolean;
  /** Only conversations in which this pull request was made are offered. */
  pullRequest: string;
  /** The agent that leads the session; empty for Claude itself. */
  agent: string;
  title: string;
  directories: string;
  budget: string;
  turns: string;
  prompt: string;
  flags: string;
  continueAfterLimit: boolean;
  debug: boolean;
}

export const emptyDraft: Draft = {
  project: "",
  message: "",
  model: "",
  mode: "",
  effort: "",
  worktree: false,
  branch: "",
  resume: "",
  fork: false,
  pullRequest: "",
  agent: "",
  title: "",
  directories: "",
  budget: "",
  turns: "",
  prompt: "",
  flags: "",
  continueAfterLimit: false,
  debug: false,
};

/** What to ask of the host, or a sentence about what must be mended first. */
export function toCreate(
  draft: Draft,
  uploads: string[] = [],
): { create: CreateSession } | { problem: string } {
  const project = draft.project.trim();
  if (!project.startsWith("/") && !/^[A-Za-z]:[\\/]/.test(project)) return { problem: words.notAbsolute };
  const create: CreateSession = { project };
  const budget = Number(draft.budget);
  if (draft.budget.trim() && !(budget > 0)) return { problem: words.budgetWrong };
  const turns = Number(draft.turns);
  if (draft.turns.trim() && !(turns > 0 && Number.isInteger(turns))) return { problem: words.turnsWrong };
  const flags = splitFlags(draft.flags);
  if (flags === undefined) return { problem: words.quoteOpen };

  if (draft.title.trim()) create.title = draft.title.trim();
  if (draft.model.trim()) create.model = draft.model.trim();
  if (draft.mode) create.permissionMode = draft.mode;
  if (draft.effort) create.effort = draft.effort;
  if (draft.worktree) create.worktree = draft.branch.trim();
  if (draft.resume) {
    create.resume = draft.resume;
    create.fork = draft.fork;
  }
  const directories = lines(draft.directories);
  if (directories.length > 0) create.directories = directories;
  if (draft.budget.trim()) create.budgetUsd = budget;
  if (draft.turns.trim()) create.maxTurns = turns;
  if (draft.prompt.trim()) create.appendSystemPrompt = draft.prompt.trim();
  const agent = draft.agent.trim();
  if (agent) flags.unshift(`--agent=${agent}`);
  if (flags.length > 0) create.flags = flags;
  if (draft.continueAfterLimit) create.continueAfterLimit = true;
  if (draft.debug) create.debug = true;
  const text = draft.message.trim();
  if (text || uploads.length > 0) create.message = { text, ...(uploads.length > 0 ? { uploads } : {}) };
  return { create };
}

const lines = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

/** Splits flags as a shell would: at spaces, but not within quotes. Undefined when a quote is not closed. */
export function splitFlags(text: string): string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  let quote: string | undefined;
  for (const sign of text) {
    if (quote !== undefined) {
      if (sign === quote) quote = undefined;
      else word = (word ?? "") + sign;
    } else if (sign === '"' || sign === "'") {
      quote = sign;
      word ??= "";
    } else if (/\s/.test(sign)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else {
      word = (word ?? "") + sign;
    }
  }
  if (quote !== undefined) return undefined;
  if (word !== undefined) words.push(word);
  return words;
}

/** The newest session that has reported its commands, of the project if there is one. */
export function commandSource(sessions: SessionList | undefined, project: string): string | undefined {
  const started = [...(sessions?.values() ?? [])].filter(({ cliSessionId }) => cliSessionId);
  const newest = started.sort((left, right) => right.at - left.at);
  return (newest.find((session) => session.project === project) ?? newest[0])?.id;
}
