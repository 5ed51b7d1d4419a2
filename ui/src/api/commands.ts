// What a person can do, as requests to the host.

import type {
  AnswerAsk,
  CreateSession,
  ForkSession,
  Interruption,
  Lifecycle,
  NewMessage,
  SentMessage,
  SessionSummary,
  StoppedTasks,
  UpdateQueued,
  UpdateSession,
} from "./generated";
import { patch, post, remove } from "./http";

const at = (session: string, rest = "") => `api/sessions/${encodeURIComponent(session)}${rest}`;

/** Starts a session; `once` names the attempt, so that trying again after a lost answer starts no second one. */
export const createSession = (create: CreateSession, once?: string) =>
  post<SessionSummary>("api/sessions", create, once);

export const updateSession = (session: string, update: UpdateSession) =>
  patch<SessionSummary>(at(session), update);

/** Deletes a session. It can be restored for ten minutes; a worktree that is removed cannot. */
export const deleteSession = (session: string, worktree: "keep" | "remove" = "keep") =>
  remove<void>(at(session, worktree === "remove" ? "?worktree=remove" : ""));

export const restoreSession = (session: string) => post<SessionSummary>(at(session, "/restore"));

export const forkSession = (session: string, fork: ForkSession = {}) =>
  post<SessionSummary>(at(session, "/fork"), fork);

/** Parks, wakes, closes or restarts the process of a session. */
export const setLifecycle = (session: string, action: Lifecycle) =>
  post<SessionSummary>(at(session, "/lifecycle"), { action });

/** Sends a message. With the uuid of an attempt whose answer was lost it is sent once, however often it is tried. */
export const sendMessage = (session: string, message: NewMessage) =>
  post<SentMessage>(at(session, "/messages"), { uuid: crypto.randomUUID(), ...message });

/** Stops the turn. Messages that wait are held until somebody sends or discards them. */
export const interrupt = (session: string) => post<Interruption>(at(session, "/interrupt"), {});

/** Sends all held messages, one after the other. */
export const releaseHeld = (session: string) => post<void>(at(session, "/held"), {});

export const discardHeld = (session: string) => remove<void>(at(session, "/held"));

export const stopAgents = (session: string) => post<StoppedTasks>(at(session, "/agents/stop"));

/** Asks the model to cancel a cron job or a wake-up. */
export const cancelSchedule = (session: string, schedule: string) =>
  remove<SentMessage>(at(session, `/schedules/${encodeURIComponent(schedule)}`));

export const answerAsk = (session: string, ask: string, answer: AnswerAsk) =>
  post<void>(at(session, `/asks/${encodeURIComponent(ask)}`), answer);

export const updateQueued = (session: string, uuid: string, update: UpdateQueued) =>
  patch<void>(at(session, `/queue/${uuid}`), update);

export const withdrawQueued = (session: string, uuid: string) => remove<void>(at(session, `/queue/${uuid}`));
