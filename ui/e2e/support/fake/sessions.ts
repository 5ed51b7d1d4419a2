// The sessions of the fake host: their views as a server would keep them.

import { applyChangeSet, emptyView } from "../../../src/api/applyChange";
import type {
  Activity,
  Ask,
  Asking,
  Change,
  ChangeSet,
  Entry,
  Json,
  SessionInfo,
  SessionSummary,
  SessionView,
  Usage,
} from "../../../src/api/generated";
import { PROJECT } from "./answers";
import { entry, type NewAsk, type NewEntry } from "./builders";
import { recorded } from "./recorded";

/** What a test says about a session. What it does not mention is that of a recorded session that is idle. */
export interface Parts
  extends Partial<
    Pick<SessionView, "drafts" | "jobs" | "tasks" | "queue" | "files" | "checkpoints" | "host">
  > {
  id?: string;
  title?: string;
  /** A whole view, such as a recorded one; the other parts take the place of what it holds. */
  view?: SessionView;
  entries?: NewEntry[];
  asks?: NewAsk[];
  hasOlder?: boolean;
  activity?: Activity;
  info?: Partial<SessionInfo>;
  usage?: Partial<Usage>;
  /** The row of the session in the list. */
  summary?: Partial<SessionSummary>;
}

/** The tool call that a request to the person is about, if it is about one. */
function callOf({ body }: NewAsk): { name: string; input: Json } | undefined {
  if (body.kind === "permission") return { name: body.tool.name, input: body.input };
  if (body.kind === "question") return { name: "AskUserQuestion", input: body.input };
  if (body.kind === "plan") return { name: "ExitPlanMode", input: body.input };
  return undefined;
}

/** What a request asks, in a line. */
export function askingOf({ body, at }: Ask): Asking {
  if (body.kind === "permission") {
    const { command, file_path } = body.input as Record<string, string | undefined>;
    const text = command ?? file_path;
    return { kind: "permission", tool: body.tool.name, since: at, ...(text ? { text } : {}) };
  }
  if (body.kind === "question")
    return { kind: "question", since: at, text: body.questions[0]?.question ?? "" };
  return { kind: body.kind === "elicitation" ? "form" : body.kind, since: at };
}

export class FakeSession {
  view: SessionView;
  private readonly title: string;
  readonly parts: Partial<SessionSummary>;
  private asked = 0;
  private readonly createdAt = Date.now();

  constructor(
    readonly id: string,
    parts: Parts,
  ) {
    const now = Date.now();
    this.title = parts.title ?? "A session";
    this.parts = { ...parts.summary };
    const base = parts.view ?? { ...emptyView, info: recorded("plain").info, seq: 1, at: now };
    const { id: _, title, view, entries, asks, activity, info, usage, summary, ...rest } = parts;
    this.view = {
      ...base,
      ...rest,
      info: { ...base.info, cwd: PROJECT, title: this.title, ...info },
      usage: { ...base.usage, ...usage },
      liveness: parts.view ? base.liveness : { activity: { state: "idle" }, since: now, turn: 1, epoch: 1 },
    };
    if (entries) this.view.entries = [];
    for (const one of entries ?? []) this.apply([{ kind: "entrySet", entry: this.placed(one) }]);
    if (asks) this.view.asks = [];
    for (const one of asks ?? []) this.apply(this.asking(one));
    if (activity) this.view.liveness = { ...this.view.liveness, activity };
    else if (asks && asks.length > 0)
      this.view.liveness = { ...this.view.liveness, activity: { state: "waiting" }, turnStartedAt: now };
  }

  /** Gives a new entry its id and its place. */
  placed(one: NewEntry): Entry {
    const order = (this.view.entries.at(-1)?.order ?? 0) + 1;
    return { id: `e${order}`, order, at: Date.now(), epoch: 1, turn: this.view.liveness.turn, ...one };
  }

  /** The changes by which a request to the person appears: its tool call waits, and it is open. */
  asking(one: NewAsk): Change[] {
    this.asked += 1;
    const id = one.id ?? `1:ask-${this.asked}`;
    const open: Ask = {
      id,
      requestId: `ask-${this.asked}`,
      epoch: 1,
      at: Date.now(),
      state: { state: "open" },
      ...one,
    };
    const call = one.entry === undefined ? callOf(one) : undefined;
    if (!call) return [{ kind: "askSet", ask: open }];
    const waiting = this.placed(entry.tool(call.name, call.input, { state: "waiting", links: { ask: id } }));
    return [
      { kind: "entrySet", entry: waiting },
      { kind: "askSet", ask: { ...open, entry: waiting.id } },
    ];
  }

  /** Applies changes as one record; returns what the socket carries. */
  apply(changes: Change[]): ChangeSet {
    const set = { seq: this.view.seq + 1, at: Date.now(), changes };
    this.view = applyChangeSet(this.view, set);
    return set;
  }

  get summary(): SessionSummary {
    const { view } = this;
    const said = view.entries.findLast(({ body }) => body.kind === "text")?.body;
    return {
      id: this.id,
      title: view.info.title ?? this.title,
      project: PROJECT,
      status: "live",
      liveness: view.liveness,
      asks: view.asks.length,
      lastLine: said?.kind === "text" ? said.text : "",
      seq: view.seq,
      at: view.at,
      createdAt: this.createdAt,
      costUsd: view.usage.totalCostUsd,
      queued: view.queue.length,
      permissionMode: view.info.permissionMode ?? "default",
      archived: view.host.archived,
      pinned: view.host.pinned ?? false,
      readyForReview: false,
      turnFailed: false,
      ...(view.asks[0] ? { asking: askingOf(view.asks[0]) } : {}),
      ...(view.info.model === undefined ? {} : { model: view.info.model }),
      ...this.parts,
    };
  }
}
