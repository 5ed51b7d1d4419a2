// What a person can do, as requests to the host.

import type {
  AnswerAsk,
  ControlCall,
  CreateSession,
  ForkSession,
  HostSettings,
  Lifecycle,
  NewMessage,
  NewRule,
  NewToken,
  ProjectSettings,
  PushSubscription,
  Scope,
  UpdateQueued,
  UpdateSession,
} from "./generated";
import { call, callOnce } from "./http";

/** Starts a session; `once` names the attempt, so that trying again after a lost answer starts no second one. */
export const createSession = (create: CreateSession, once?: string) =>
  callOnce(once, "POST /api/sessions", { body: create });

/** Reports that the end of a turn was visible here. Nobody waits for it; it is reported again when it fails. */
export const lookAt = (id: string, turns: number) =>
  call("POST /api/sessions/{id}/looked-at", { path: { id }, body: { turns } }).catch(() => undefined);

export const updateSession = (id: string, update: UpdateSession) =>
  call("PATCH /api/sessions/{id}", { path: { id }, body: update });

/** Deletes a session. It can be restored for 30 days; a worktree that is removed cannot. */
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

/** Passes a control request to the CLI, if it is on the server's list of harmless ones. */
export const sendControl = (id: string, body: ControlCall) =>
  call("POST /api/sessions/{id}/control", { path: { id }, body });

export const stopTask = (id: string, task: string) =>
  call("POST /api/sessions/{id}/tasks/{task}/stop", { path: { id, task } });

/** Restores files to their state before a message; with `dryRun` it only reports what that would change. */
export const rewind = (id: string, message: string, dryRun: boolean) =>
  call("POST /api/sessions/{id}/rewind", { path: { id }, body: { message, dryRun } });

/** Starts or restarts a session with or without its project's settings. */
export const decideTrust = (id: string, projectSettings: ProjectSettings) =>
  call("POST /api/sessions/{id}/trust", { path: { id }, body: { projectSettings } });

/** Clones a repository below the home directory of the server; takes as long as git does. */
export const cloneProject = (repository: string) =>
  call("POST /api/projects/clone", { body: { address: repository } });

/** Starts the tour, a simulated session. */
export const createTour = () => call("POST /api/tour");

export const uploadFile = (name: string, body: Blob) => call("POST /api/uploads", { query: { name }, body });

/** Folds a recording into a session that can be played. */
export const foldRecording = (text: string, start: number) =>
  call("POST /api/replay", {
    query: { start: Math.round(start) },
    body: new Blob([text], { type: "application/x-ndjson" }),
  });

export const createRule = (body: NewRule) => call("POST /api/rules", { body });
export const deleteRule = (id: string) => call("DELETE /api/rules/{id}", { path: { id } });

/** Reports what a rule would have decided so far. */
export const tryRule = (body: NewRule) => call("POST /api/rules/try", { body });

export const saveSettings = (body: HostSettings) => call("PUT /api/settings", { body });
export const revokeDevice = (id: string) => call("DELETE /api/devices/{id}", { path: { id } });
export const pairDevice = (scope: Scope) => call("POST /api/devices/pair", { body: { scope } });
export const createToken = (body: NewToken) => call("POST /api/tokens", { body });
export const subscribePush = (body: PushSubscription) => call("POST /api/push", { body });
export const cancelPush = () => call("DELETE /api/push");
