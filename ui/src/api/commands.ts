// What a person can do, as requests to the host.

import type {
  AnswerAsk,
  CreateSession,
  ForkSession,
  Lifecycle,
  NewMessage,
  UpdateQueued,
  UpdateSession,
} from "./generated";
import { call, callOnce } from "./http";

/** Starts a session; `once` names the attempt, so that trying again after a lost answer starts no second one. */
export const createSession = (create: CreateSession, once?: string) =>
  callOnce(once, "POST /api/sessions", { body: create });

export const updateSession = (id: string, update: UpdateSession) =>
  call("PATCH /api/sessions/{id}", { path: { id }, body: update });

/** Deletes a session. It can be restored for ten minutes; a worktree that is removed cannot. */
export const deleteSession = (id: string, worktree: "keep" | "remove" = "keep") =>
  call("DELETE /api/sessions/{id}", { path: { id }, query: worktree === "remove" ? { worktree } : {} });

export const restoreSession = (id: string) => call("POST /api/sessions/{id}/restore", { path: { id } });

export const forkSession = (id: string, fork: ForkSession = {}) =>
  call("POST /api/sessions/{id}/fork", { path: { id }, body: fork });

/** Parks, wakes, closes or restarts the process of a session. */
export const setLifecycle = (id: string, action: Lifecycle) =>
  call("POST /api/sessions/{id}/lifecycle", { path: { id }, body: { action } });

/** Sends a message. With the uuid of an attempt whose answer was lost it is sent once, however often it is tried. */
export const sendMessage = (id: string, message: NewMessage) =>
  call("POST /api/sessions/{id}/messages", { path: { id }, body: { uuid: crypto.randomUUID(), ...message } });

/** Stops the turn. Messages that wait are held until somebody sends or discards them. */
export const interrupt = (id: string) =>
  call("POST /api/sessions/{id}/interrupt", { path: { id }, body: {} });

/** Sends all held messages, one after the other. */
export const releaseHeld = (id: string) => call("POST /api/sessions/{id}/held", { path: { id }, body: {} });

export const discardHeld = (id: string) => call("DELETE /api/sessions/{id}/held", { path: { id } });

export const stopAgents = (id: string) => call("POST /api/sessions/{id}/agents/stop", { path: { id } });

/** Asks the model to cancel a cron job or a wake-up. */
export const cancelSchedule = (id: string, schedule: string) =>
  call("DELETE /api/sessions/{id}/schedules/{schedule}", { path: { id, schedule } });

export const answerAsk = (id: string, ask: string, answer: AnswerAsk) =>
  call("POST /api/sessions/{id}/asks/{ask}", { path: { id, ask }, body: answer });

export const updateQueued = (id: string, uuid: string, update: UpdateQueued) =>
  call("PATCH /api/sessions/{id}/queue/{uuid}", { path: { id, uuid }, body: update });

export const withdrawQueued = (id: string, uuid: string) =>
  call("DELETE /api/sessions/{id}/queue/{uuid}", { path: { id, uuid } });
