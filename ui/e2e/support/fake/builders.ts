// Parts of a session view, typed by the generated types. What a test does not mention has a plain default.

import type {
  Ask,
  AskBody,
  DialogAsk,
  Entry,
  EntryBody,
  Job,
  Json,
  Notice,
  PermissionAsk,
  Question,
  QueuedMessage,
  ToolCall,
  ToolName,
  ToolResult,
  TurnEnd,
  UserMessage,
} from "../../../src/api/generated";

type Body<K extends EntryBody["kind"]> = Omit<Extract<EntryBody, { kind: K }>, "kind">;

/** An entry before it has its place in a session. */
export type NewEntry = Partial<Omit<Entry, "body">> & { body: EntryBody };

/** A request to the person before it belongs to a session. */
export type NewAsk = Partial<Omit<Ask, "body">> & { body: AskBody };

/** Text that is not cut. */
export const whole = (text: string) => ({ text, truncated: false, fullSize: new Blob([text]).size });

/** The name of a tool, taken apart as the server does it. */
export function toolName(name: string): ToolName {
  const [, server, tool] = /^mcp__(.+?)__(.+)$/.exec(name) ?? [];
  if (!server || !tool) return { name, display: name };
  return { name, display: tool, server: { name: server, display: server, tool } };
}

/** The result of a tool call. */
export const result = (text: string, more: Partial<ToolResult> = {}): ToolResult => ({
  text: whole(text),
  isError: false,
  invalidCall: false,
  attachments: [],
  structuredCut: false,
  seq: 1,
  ...more,
});

const tokens = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, thinking: 0 };

let toolUses = 0;

/** Entries of the transcript, by kind. */
export const entry = {
  user: (text: string, more: Partial<UserMessage> = {}): NewEntry => ({
    body: {
      kind: "user",
      text: whole(text),
      attachments: [],
      delivery: { state: "done" },
      checkpoint: false,
      ...more,
    },
  }),

  text: (text: string, more: Partial<Body<"text">> = {}): NewEntry => ({
    body: { kind: "text", text, streaming: false, citations: [], aborted: false, ...more },
  }),

  thinking: (text: string, more: Partial<Body<"thinking">> = {}): NewEntry => ({
    body: { kind: "thinking", text, streaming: false, redacted: false, ...more },
  }),

  /** A call that is done, unless `more` says otherwise. */
  tool: (name: string, input: Json, more: Partial<ToolCall> = {}): NewEntry => {
    toolUses += 1;
    return {
      body: {
        kind: "tool",
        toolUseId: `toolu_${toolUses}`,
        tool: toolName(name),
        input,
        inputCut: false,
        state: "done",
        links: {},
        ...more,
      },
    };
  },

  notice: (text: string, more: Partial<Notice> = {}): NewEntry => ({
    body: { kind: "notice", level: "info", text, source: "cli", ...more },
  }),

  turn: (more: Partial<TurnEnd> = {}): NewEntry => ({
    body: {
      kind: "turn",
      outcome: "completed",
      isError: false,
      subtype: "success",
      errors: [],
      costUsd: 0,
      totalCostUsd: 0,
      tokens,
      models: [],
      durationMs: 1000,
      apiDurationMs: 1000,
      requests: 1,
      denials: [],
      messages: [],
      ...more,
    },
  }),

  /** Any other kind, with all its fields. */
  of: (body: EntryBody): NewEntry => ({ body }),
};

/** Requests to the person, by kind. */
export const request = {
  permission: (name: string, input: Json, more: Partial<PermissionAsk> = {}): NewAsk => ({
    body: {
      kind: "permission",
      tool: toolName(name),
      input,
      suggestions: [],
      canRemember: true,
      defaultToNo: false,
      requiresInteraction: false,
      needsPerson: false,
      ...more,
    },
  }),

  question: (...questions: Question[]): NewAsk => ({
    body: { kind: "question", questions, input: { questions } },
  }),

  plan: (plan: string): NewAsk => ({ body: { kind: "plan", plan, input: { plan } } }),

  /** A form of an MCP server. */
  form: (server: string, text: string, schema: Json): NewAsk => ({
    body: { kind: "elicitation", server, message: text, mode: "form", schema, propertyOrder: [] },
  }),

  /** A link that an MCP server wants opened. */
  link: (server: string, text: string, url: string): NewAsk => ({
    body: { kind: "elicitation", server, message: text, mode: "url", url, propertyOrder: [] },
  }),

  dialog: (dialog: string, payload: Json, more: Partial<DialogAsk> = {}): NewAsk => ({
    body: { kind: "dialog", dialog, payload, choices: [], ...more },
  }),
};

/** A question with options. */
export const question = (
  header: string,
  text: string,
  options: string[],
  more: Partial<Question> = {},
): Question => ({
  question: text,
  header,
  multiSelect: false,
  options: options.map((label) => ({ label, description: `choose ${label}` })),
  ...more,
});

/** A job that runs beside the conversation. */
export const job = (id: string, description: string, more: Partial<Job> = {}): Job => ({
  id,
  job: "agent",
  description,
  state: "running",
  background: true,
  startedAt: Date.now(),
  ...more,
});

/** A message that waits for the turn to end. */
export const queued = (text: string, more: Partial<QueuedMessage> = {}): QueuedMessage => ({
  uuid: crypto.randomUUID(),
  text: whole(text),
  attachments: [],
  at: Date.now(),
  ...more,
});
