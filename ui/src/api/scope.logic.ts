// Which scope each action of the page needs. The server decides; the page shows only what it would accept.

import type { Scope } from "./generated";

const order: readonly Scope[] = ["view", "answer", "control", "admin"];

const needs = {
  /** Answer a request with yes, no, or a choice that it offers. */
  answer: "answer",
  /** Stop the turn; its queue is held. */
  stop: "answer",
  /** Write text into an answer. */
  writeAnswer: "control",
  /** Change the input of a tool call, or a plan. */
  changeInput: "control",
  /** Allow by a rule or a mode that lasts as long as the session. */
  allowForSession: "control",
  /** Allow by a rule in a settings file, or for more than one session. */
  allowAlways: "admin",
  /** Send messages; hold, edit, release and discard waiting ones. */
  message: "control",
  /** Create, rename, configure, restart, fork or remove sessions, and stop their agents. */
  manageSessions: "control",
  /** Accept what a project runs on its own. */
  trustProject: "admin",
  /** Pair and revoke devices, change the settings of the server. */
  administer: "admin",
} as const satisfies Record<string, Scope>;

export type Action = keyof typeof needs;

export const actions = Object.keys(needs) as Action[];

/**
 * Whether a device of this scope can do it. Looking, which is no action, is allowed to all; everything is shown until
 * the server reports the scope.
 */
export const can = (scope: Scope | undefined, action: Action | undefined): boolean =>
  scope === undefined || action === undefined || order.indexOf(scope) >= order.indexOf(needs[action]);

/** What a rule is that lasts for this: a session, or a settings file, a project, the server. */
export const allowFor = (lifetime: string): Action =>
  lifetime === "session" ? "allowForSession" : "allowAlways";
