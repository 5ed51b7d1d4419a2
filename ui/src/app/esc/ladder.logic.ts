// What Esc does: the first rung that fits, one per press.

/** Within which time a second press confirms the first. */
export const AGAIN_MS = 2000;

/** What the person was told that a second press would do. */
export interface Warning {
  of: "skip" | "rewind";
  /** The request or the session it is about. */
  target: string;
  at: number;
}

export interface Situation {
  now: number;
  /** A menu, completion, dialog or panel is open. */
  layer: boolean;
  /** The focused text field: with text, empty in the session or its request, empty anywhere else. */
  field: "none" | "text" | "empty" | "foreign";
  /** The request that is shown to the person. */
  request: Request | undefined;
  /** The session whose turn can be stopped. */
  running: string | undefined;
  /** The session whose empty composer has the focus. */
  composer: string | undefined;
  warning: Warning | undefined;
}

interface Request {
  id: string;
  /** A permission request is denied at once; a question, a plan or a form is skipped by a second press. */
  kind: "permission" | "other";
  visible: boolean;
  /** It was visible for long enough. */
  ready: boolean;
}

export type Rung =
  | { kind: "close" }
  | { kind: "clear" }
  | { kind: "deny" | "warnSkip" | "skip"; target: string }
  | { kind: "stop"; target: string }
  | { kind: "warnRewind" | "rewind"; target: string };

export function rungOf(situation: Situation): Rung | undefined {
  const { request, running, composer, field } = situation;
  if (situation.layer) return { kind: "close" };
  if (field === "text") return { kind: "clear" };
  // An empty field of another part of the page: the person is busy there.
  if (field === "foreign") return undefined;
  if (request?.visible) return rungOfRequest(request, situation);
  if (running !== undefined) return { kind: "stop", target: running };
  if (composer === undefined) return undefined;
  return { kind: isConfirmed("rewind", composer, situation) ? "rewind" : "warnRewind", target: composer };
}

/** During the first moments of a request Esc does nothing to it, nor anything else: stopping the turn would end it too. */
function rungOfRequest({ id, kind, ready }: Request, situation: Situation): Rung | undefined {
  if (!ready) return undefined;
  if (kind === "permission") return { kind: "deny", target: id };
  return { kind: isConfirmed("skip", id, situation) ? "skip" : "warnSkip", target: id };
}

const isConfirmed = (of: Warning["of"], target: string, { warning, now }: Situation): boolean =>
  warning !== undefined && warning.of === of && warning.target === target && now - warning.at <= AGAIN_MS;
