// What a person can do, as requests to the host.

import type {
  AnswerAsk,
  CreateSession,
  NewMessage,
  SentMessage,
  SessionSummary,
  UpdateQueued,
  UpdateSession,
} from "./generated";
import { patch, post, remove } from "./http";

const at = (session: string, rest = "") => `api/sessions/${encodeURIComponent(session)}${rest}`;

export const createSession = (create: CreateSession) => post<SessionSummary>("api/sessions", create);

export const updateSession = (session: string, update: UpdateSession) =>
  patch<SessionSummary>(at(session), update);

export const deleteSession = (session: string) => remove<void>(at(session));

export const restoreSession = (session: string) => post<void>(at(session, "/restore"));

/** Sends a message. The uuid is chosen here, so that sending again after a lost answer does no harm. */
export const sendMessage = (session: string, message: NewMessage) =>
  post<SentMessage>(at(session, "/messages"), { uuid: crypto.randomUUID(), ...message });

export const interrupt = (session: string, cancelQueued = false) =>
  post<void>(at(session, "/interrupt"), { cancelQueued });

export const answerAsk = (session: string, ask: string, answer: AnswerAsk) =>
  post<void>(at(session, `/asks/${encodeURIComponent(ask)}`), answer);

export const updateQueued = (session: string, uuid: string, update: UpdateQueued) =>
  patch<void>(at(session, `/queue/${uuid}`), update);

export const withdrawQueued = (session: string, uuid: string) => remove<void>(at(session, `/queue/${uuid}`));
