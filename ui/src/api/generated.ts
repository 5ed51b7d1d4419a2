// Made from the Rust types by `cargo xtask codegen`. Do not edit.

/** Version of the view's format and of its changes. */
export const VIEW_VERSION = 1

/** How many settled asks a view remembers. */
export const CLOSED_ASKS = 16

/** How many checkpoints a view lists. */
export const CHECKPOINTS = 100

export type Account = {
  email?: string;
  organization?: string;
  subscription?: string;
  /** Where the key comes from; absent or `none` when not signed in. */
  apiKeySource?: string;
  tokenSource?: string;
  provider?: string;
}

/**
 * What the session is doing.
 */
export type Activity = { state: "notStarted" }
  | { state: "starting" }
  | { state: "idle" }
  | { state: "sent" }
  | { state: "requesting" }
  | { state: "thinking"; entry: EntryId }
  | { state: "writing"; entry: EntryId }
  | { state: "calling"; entry: EntryId }
  | { state: "tools"; entries: Array<EntryId> }
  | { state: "waiting" }
  | {
  state: "retrying";
  attempt: number;
  maxRetries: number;
  /** When the next attempt starts, milliseconds since 1970. */
  nextAt: number;
  error: string;
}
  | { state: "compacting" }
  | { state: "background"; jobs: number }
  | { state: "parked" }
  | { state: "ended"; exit: ProcessExit }

export type AgentInfo = { name: string; description?: string; model?: string }

/**
 * What was answered.
 */
export type Answer = {
  kind: "allow";
  /** What runs instead of what was asked for. */
  changedInput?: Json;
  /** What is remembered, as sentences. */
  remembered: Array<string>;
}
  | { kind: "deny"; message: string; interrupt: boolean }
  | { kind: "answers"; answers: Json }
  | { kind: "planApproved"; edited: boolean; mode?: string }
  | {
  kind: "elicited";
  /** `accept`, `decline` or `cancel`. */
  action: string;
  content?: Json;
}
  | { kind: "invalid"; error: string }
  | { kind: "other"; answer: Json }

/**
 * The answer to a request. The valid kinds depend on the request.
 */
export type AnswerAsk = {
  kind: "allow";
  /** Replaces the input of the call. */
  input?: Json;
  /** Suggestions to remember, unchanged or with another destination. */
  remember?: Array<Json>;
}
  | {
  kind: "deny";
  /** The message for the model. */
  message?: string;
  /** Also interrupts the turn; the message is then sent as the next prompt. */
  interrupt?: boolean;
}
  | {
  kind: "answers";
  answers: { [key in string]: QuestionAnswer };
}
  | {
  kind: "approvePlan";
  /** The plan with the user's edits. */
  plan?: string;
  /** The new permission mode. */
  mode?: string;
}
  | {
  kind: "elicit";
  /** `accept`, `decline` or `cancel`. */
  action: string;
  content?: Json;
}
  | { kind: "dialog"; payload: Json }

/**
 * The API refused or failed for good.
 */
export type ApiError = {
  text: string;
  /** `authentication_failed`, `billing_error`, `rate_limit`, `overloaded` … */
  error: string;
  status?: number;
  /** Finer than `error`: `usage_limit_reached`, `connection_failed` … */
  code?: string;
  requestId?: string;
}

/**
 * Something the CLI asks a person.
 */
export type Ask = {
  id: AskId;
  /** The id by which the CLI expects the answer. */
  requestId: string;
  epoch: number;
  /** When it was asked, milliseconds since 1970. */
  at: number;
  /** The tool call it is about. */
  entry?: EntryId;
  toolUseId?: string;
  /** The subagent that asks. */
  job?: JobId;
  body: AskBody;
  state: AskState;
}

/**
 * The result of an answer with which something is remembered. Other answers have no result.
 */
export type AskAnswered = {
  /** What is remembered, and where, as sentences. */
  remembered: Array<string>;
}

/**
 * What is asked.
 */
export type AskBody = { kind: "permission" } & PermissionAsk
  | { kind: "question" } & QuestionAsk
  | { kind: "plan" } & PlanAsk
  | { kind: "elicitation" } & ElicitationAsk
  | { kind: "dialog" } & DialogAsk

/**
 * One ask: the epoch of the CLI process and the request id it chose (`1:5f0c…`).
 */
export type AskId = string

/**
 * Whether an ask still waits.
 */
export type AskState = { state: "open" }
  | {
  state: "answered";
  at: number;
  who?: Who;
  answer: Answer;
  /** Whether the CLI has confirmed that the answer came in time. */
  confirmed: boolean;
}
  | { state: "withdrawn"; at: number; reason: WithdrawnReason }

/**
 * An open request of a session, for lists.
 */
export type Asking = {
  kind: AskingKind;
  /** The tool that would run. */
  tool?: string;
  /** The beginning of the command, the path, the question or the plan. */
  text?: string;
  /** The time of the request, in milliseconds since 1970. */
  since: number;
}

export type AskingKind = "permission"
  | "question"
  | "plan"
  | "form"
  | "dialog"
  | "trust"

/**
 * A file, image or document that came with a message or a result.
 */
export type Attachment = {
  kind: AttachmentKind;
  mediaType?: string;
  name?: string;
  /** Address of a picture or document that is not embedded. */
  url?: string;
  /** The text of a text document, cut. */
  text?: CutText;
  /** Base64 of small pictures. Larger ones are served under the entry's id and this index. */
  data?: string;
  /** Its place among the content blocks of the message or result. */
  index: number;
  /** Size of the content in bytes. */
  size: number;
}

/**
 * What an attachment is.
 */
export type AttachmentKind = "image"
  | "document"
  | "searchResult"
  | "toolReference"
  | "other"

/**
 * The outcome of a permission request.
 */
export type AuditDecision = "allowed"
  | "denied"
  | "answered"
  | "withdrawn"

/**
 * A decision.
 */
export type AuditEntry = {
  id: string;
  at: number;
  session: string;
  title: string;
  project: string;
  tool: string;
  /** The command, the path, or the beginning of the input. */
  summary: string;
  decision: AuditDecision;
  by: DecidedBy;
  /** The name of the device. */
  device?: string;
  /** The ID of the device. A name can be reused after a device was revoked, an ID cannot. */
  deviceId?: string;
  /** The matching rule, such as `allow Bash(git *)`. */
  rule?: string;
  /** The rules that were remembered with the decision, and their scope. */
  remembered: Array<string>;
  message?: string;
}

/**
 * A page of decisions, newest first.
 */
export type AuditPage = {
  entries: Array<AuditEntry>;
  /** Pass it as `cursor` for the next page. */
  next?: string;
}

/**
 * The state of signing in.
 */
export type AuthStatus = { authenticating: boolean; output: Array<string>; error?: string }

/**
 * A seam of the session.
 */
export type Boundary = {
  reason: BoundaryReason;
  /** The CLI's session id after the seam. */
  sessionId?: string;
  /** The CLI's session id before it, when it changed. */
  previousSessionId?: string;
  /** How the process ended. */
  exit?: ProcessExit;
  /** What the host noted with it. */
  text?: string;
}

export type BoundaryReason = "started"
  | "resumed"
  | "forked"
  | "cleared"
  | "reset"
  | "ended"
  | "died"
  | "parked"
  | "woken"
  | "imported"

/**
 * The action when a budget is used up.
 */
export type BudgetAction = "warn"
  | "pause"

/**
 * One alteration of a view. Entries are addressed by id, never by place.
 *
 * A reader that lacks an entry (it is on a page that has not been loaded) ignores a change to
 * it: the page will hold the entry as it is then.
 */
export type Change = { kind: "entrySet"; entry: Entry }
  | { kind: "entryRemoved"; id: EntryId }
  | { kind: "appended"; id: EntryId; text: string }
  | {
  kind: "draftKept";
  id: EntryId;
  /** Sources of a text. */
  citations?: Array<Citation>;
  /** How long the model thought. */
  durationMs?: number;
  /** The text was cut by an interrupt. */
  aborted?: boolean;
}
  | { kind: "thinkingTokens"; id: EntryId; tokens: number }
  | {
  kind: "deliveryChanged";
  id: EntryId;
  delivery: Delivery;
  order?: number;
  turn?: number;
  /** The uuid the CLI gave to a message that was sent without one. */
  uuid?: string;
}
  | {
  kind: "toolChanged";
  id: EntryId;
  state: ToolState;
  startedAt?: number;
  /** Set when it ended without a result. */
  endedAt?: number;
  elapsedSeconds?: number;
  changedInput?: Json;
  decision?: Decision;
  ask?: AskId;
  job?: JobId;
}
  | {
  kind: "toolResultSet";
  id: EntryId;
  state: ToolState;
  endedAt: number;
  result: ToolResult;
}
  | { kind: "askSet"; ask: Ask }
  | { kind: "askClosed"; id: AskId; state: AskState }
  | { kind: "jobSet"; job: Job }
  | { kind: "jobRemoved"; id: JobId }
  | { kind: "tasksSet"; tasks: Array<TaskItem> }
  | { kind: "infoSet"; info: SessionInfo }
  | { kind: "livenessSet"; liveness: Liveness }
  | { kind: "usageSet"; usage: Usage }
  | { kind: "queueSet"; queue: Array<QueuedMessage> }
  | { kind: "schedulesSet"; schedules: Array<Schedule> }
  | { kind: "fileSet"; file: FileChange }
  | { kind: "fileRemoved"; path: string }
  | { kind: "checkpointAdded"; checkpoint: Checkpoint }
  | { kind: "hostSet"; host: HostState }

/**
 * Starts or stops a session's process.
 */
export type ChangeLifecycle = { action: Lifecycle }

/**
 * The changes one record made. What a live reader receives.
 */
export type ChangeSet = {
  /** Sequence and wall time of the record. */
  seq: number;
  at: number;
  changes: Array<Change>;
}

/**
 * Files that differ from their state at the start of the session, and the number of changed lines.
 */
export type Changed = { files: number; added: number; removed: number }

/**
 * A file that differs from the last commit.
 */
export type ChangedFile = {
  /** Relative to the repository. */
  path: string;
  /** The status in the format of `git status --porcelain`: `M`, `A`, `??` … */
  git: string;
  insertions: number;
  deletions: number;
  /** Whether this session wrote it. */
  bySession: boolean;
}

/**
 * The outcome of a check.
 */
export type CheckOutcome = "ok"
  | "warning"
  | "error"

/**
 * A message to which files can be rewound.
 */
export type Checkpoint = {
  /** The message's uuid: `user_message_id` of `rewind_files`. */
  uuid: string;
  entry: EntryId;
  at: number;
  /** The beginning of the message. */
  preview: string;
}

/**
 * A source the model cites.
 */
export type Citation = {
  /** `web_search_result_location`, `char_location`, `page_location` … */
  citationType: string;
  title?: string;
  url?: string;
  /** The passage that is cited. */
  quote?: string;
  /** The citation as it came, for positions inside the source. */
  source: Json;
}

/**
 * The CLI that the server runs.
 */
export type CliInfo = {
  path?: string;
  version?: string;
  verdict: CliVerdict;
  /** A sentence with a suggested fix, if there is a problem. */
  problem?: string;
}

export type CliVerdict = "verified"
  | "newer"
  | "older"
  | "missing"
  | "broken"
  | "simulated"

/**
 * Clones a git repository to work in.
 */
export type CloneProject = {
  /** By https, http or ssh, without a password. */
  address: string;
  /** The directory in which that of the repository is made; the home directory when absent. */
  parent?: string;
}

/**
 * A repository that was cloned.
 */
export type ClonedProject = {
  /** Its directory. */
  path: string;
}

/**
 * A slash command that can be sent.
 */
export type Command = {
  /** Without the slash. */
  name: string;
  description?: string;
  argumentHint?: string;
  aliases: Array<string>;
  /** Whether it only makes sense in a terminal. */
  terminalOnly: boolean;
  plugin?: string;
}

/**
 * What a slash command printed.
 */
export type CommandOutput = {
  /** Without the slash; absent when the CLI does not say which command it was. */
  name?: string;
  args?: string;
  /** Markdown or plain text; may hold ANSI colours. */
  text: CutText;
  isError: boolean;
  /** Why there was no useful output: `unavailable_headless`, `unknown`, `failed` … */
  outcome?: string;
}

/**
 * The context was summarised.
 */
export type Compaction = {
  state: CompactionState;
  /** `manual` or `auto`. */
  trigger?: string;
  tokensBefore?: number;
  tokensAfter?: number;
  durationMs?: number;
  /** How many messages were kept word for word. */
  keptMessages?: number;
  /** The summary that stands for everything before. */
  summary?: CutText;
  error?: string;
}

export type CompactionState = "running"
  | "done"
  | "failed"

/**
 * One part of the context.
 */
export type ContextCategory = { name: string; tokens: number; kind: ContextKind }

export type ContextKind = "used"
  | "free"
  | "buffer"
  | "deferred"

/**
 * How full the context window is.
 */
export type ContextUsage = {
  usedTokens: number;
  maxTokens?: number;
  /** 0 to 100 (more when over the limit). */
  percentage?: number;
  /** Whether the CLI reported it; otherwise it is reckoned from the newest request. */
  reported: boolean;
  /** By category, as of the last report; empty when there was none. */
  categories: Array<ContextCategory>;
  model?: string;
  at: number;
}

/**
 * The CLI told the model to go on.
 */
export type Continued = { reason: ContinuedReason; text: CutText }

export type ContinuedReason = "stopHook"
  | "cut"

/**
 * A control request of the CLI's protocol, passed through.
 */
export type ControlCall = {
  /** `mcp_status`, `get_context_usage`, `side_question` … */
  subtype: string;
  /** The other fields of the request. */
  request?: Json;
}

/**
 * Creates a session.
 */
export type CreateSession = {
  /** An absolute path. */
  project: string;
  title?: string;
  /** Runs in a new git worktree of the project, on a branch with this name; generated if empty. */
  worktree?: string;
  model?: string;
  permissionMode?: string;
  effort?: string;
  directories?: Array<string>;
  /** MCP servers for this session, in the format of `.mcp.json`. */
  mcpServers?: Json;
  appendSystemPrompt?: string;
  /** The cost at which the server warns or pauses the session, depending on its settings. */
  budgetUsd?: number;
  maxTurns?: number;
  /** Additional flags of the CLI, as on its command line. */
  flags?: Array<string>;
  /** Continues automatically when a rate limit resets. */
  continueAfterLimit?: boolean;
  /** Writes the CLI's debug log into the session's directory. */
  debug?: boolean;
  /** Resumes a conversation from the CLI's own transcripts. */
  resume?: string;
  /** With `resume`: continues a copy, and leaves the conversation unchanged. */
  fork?: boolean;
  /** The decision about the project's settings. Without it, a project with items that were not accepted is rejected with 409 and the code `trustRequired`. */
  projectSettings?: ProjectSettings;
  /** The first message. */
  message?: NewMessage;
}

/**
 * Text that may have been cut, with the way to the rest: the full text is served under the
 * entry's id.
 */
export type CutText = {
  text: string;
  /** Whether `text` is only the beginning (and, for output, the end) of the whole. */
  truncated: boolean;
  /** Length of the whole in bytes of UTF-8. */
  fullSize: number;
  /** The record that holds the whole, when it was cut and neither the entry nor the call names it. */
  seq?: number;
}

/**
 * Answers the trust question of a session, which then starts or restarts.
 */
export type DecideProjectSettings = { projectSettings: ProjectSettings }

/**
 * The origin of a decision.
 */
export type DecidedBy = "person"
  | "rule"
  | "host"
  | "cli"

/**
 * How a call came to be allowed or denied.
 */
export type Decision = {
  allowed: boolean;
  by: DecisionBy;
  /** Who answered, when a person, a rule or the host did. */
  who?: Who;
  /** The text that was given with it: the reason of a denial. */
  message?: string;
  /** The CLI's own words for the source and the reason type, for those who want to know. */
  source?: string;
  reasonType?: string;
  /** What is remembered from now on, as sentences. */
  remembered: Array<string>;
}

/**
 * What decided.
 */
export type DecisionBy = "person"
  | "hostRule"
  | "settings"
  | "hook"
  | "classifier"
  | "nobody"
  | "unknown"

/**
 * How far a message has come.
 */
export type Delivery = { state: "sent" }
  | { state: "queued" }
  | { state: "running" }
  | { state: "done" }
  | { state: "cancelled" }
  | { state: "held" }
  | { state: "lost" }
  | { state: "duplicate" }
  | { state: "blocked"; reason?: string }

/**
 * A call that was denied.
 */
export type Denial = {
  tool: ToolName;
  toolUseId: string;
  /** The entry of the call, when it is in the log. */
  entry?: EntryId;
  by: DecisionBy;
  message?: string;
}

/**
 * Where something is remembered.
 */
export type Destination = "session"
  | "localSettings"
  | "projectSettings"
  | "userSettings"
  | "cliArg"
  | "unknown"

/**
 * A paired device or a token.
 */
export type Device = {
  id: string;
  name: string;
  scope: Scope;
  /** Whether it is a bearer token for scripts. */
  token: boolean;
  createdAt: number;
  seenAt: number;
  /** Whether it is the requesting device. */
  current: boolean;
}

/**
 * A dialog of the CLI.
 */
export type DialogAsk = {
  /** `refusal_fallback_prompt`, `auto_mode_outside_reads` … */
  dialog: string;
  payload: Json;
  /** What is asked, in words; absent for a kind that this version does not know. */
  title?: string;
  text?: string;
  /** The answers to choose from. Without any the dialog can only be dismissed. */
  choices: Array<DialogChoice>;
}

/**
 * One answer to a dialog: `{"behavior": "completed", "result": value}`.
 */
export type DialogChoice = { value: string; label: string }

export type Direction = "in"
  | "out"

/**
 * A check.
 */
export type DoctorCheck = {
  name: string;
  outcome: CheckOutcome;
  /** The finding, as a sentence. */
  text: string;
  /** How to fix it. */
  fix?: string;
}

/**
 * All checks.
 */
export type DoctorReport = {
  path?: string;
  version?: string;
  verdict: CliVerdict;
  /** The versions that this server was tested with. */
  verified: Array<string>;
  checks: Array<DoctorCheck>;
}

/**
 * An MCP server wants input.
 */
export type ElicitationAsk = {
  server: string;
  message: string;
  /** `form` or `url`. */
  mode: string;
  url?: string;
  /** JSON schema of the form. */
  schema?: Json;
  /** In which order to show the form's fields. */
  propertyOrder: Array<string>;
  title?: string;
  description?: string;
}

/**
 * One thing that happened, as a person sees it.
 */
export type Entry = {
  id: EntryId;
  /** Where the entry stands: entries are shown by ascending order. Numbers are given once and may have holes; a message that waited gets a new one when it is taken up. */
  order: number;
  /** Wall time of the record that began the entry, milliseconds since 1970. */
  at: number;
  /** Which CLI process of the session it belongs to, counted from 1 (0: before any). */
  epoch: number;
  /** Which turn it belongs to, counted from 1 over the whole log; absent between turns. */
  turn?: number;
  /** The tool call under which it is shown: set for everything a subagent does. */
  parent?: EntryId;
  body: EntryBody;
}

/**
 * What kind of thing an entry is.
 */
export type EntryBody = { kind: "user" } & UserMessage
  | { kind: "text" } & TextEntry
  | { kind: "thinking" } & ThinkingEntry
  | { kind: "tool" } & ToolCall
  | { kind: "command" } & CommandOutput
  | { kind: "compaction" } & Compaction
  | { kind: "notice" } & Notice
  | { kind: "hook" } & HookRun
  | { kind: "retry" } & Retry
  | { kind: "apiError" } & ApiError
  | { kind: "turn" } & TurnEnd
  | { kind: "boundary" } & Boundary
  | { kind: "interrupted" } & Interrupted
  | { kind: "continued" } & Continued
  | { kind: "injected" } & Injected
  | { kind: "summary" } & ToolSummary
  | { kind: "auth" } & AuthStatus
  | { kind: "raw" } & RawEntry

/**
 * One entry of the transcript. Made from the sequence of the record that began the entry
 * (`e17`, or `e17.1` for the second entry of one record), so it is the same in every fold
 * of the same log, and it never changes.
 */
export type EntryId = string

/**
 * Older entries, oldest first, as a reader asks for them.
 */
export type EntryPage = {
  entries: Array<Entry>;
  /** Whether there are still older ones. */
  hasOlder: boolean;
}

/**
 * A file that tools of this session changed, with its changes added up.
 */
export type FileChange = {
  path: string;
  change: FileChangeKind;
  /** Lines added and removed against the file as it was before the session. */
  additions: number;
  deletions: number;
  /** The changes added up; empty when they could not be, see `exact`. */
  hunks: Array<Hunk>;
  /** Whether `hunks` is the true difference: false when something else changed the file in between, or when it is too long to be kept. The entries still hold each change. */
  exact: boolean;
  /** How many tool calls changed it, and the newest of them. */
  edits: number;
  entry: EntryId;
  at: number;
}

export type FileChangeKind = "created"
  | "modified"
  | "notebook"

/**
 * A file or directory of a project.
 */
export type FileNode = {
  name: string;
  /** Relative to the project. */
  path: string;
  directory: boolean;
  size: number;
  /** The status in the format of `git status --porcelain`: `M`, `A`, `??` … */
  git?: string;
}

/**
 * A file that matches the text after `@`.
 */
export type FileSuggestion = {
  /** Relative to the working directory of the session. */
  path: string;
}

/**
 * Continues a copy of a session from one of its messages.
 */
export type ForkSession = {
  /** The UUID of the last message to keep; all messages if absent. */
  at?: string;
  /** The entry of the last answer to keep, if it is one of the model: it has no UUID in the view. */
  entry?: EntryId;
  title?: string;
  message?: NewMessage;
}

export type Goal = { condition: string; iterations: number; lastReason?: string }

/**
 * One run of a hook.
 */
export type HookRun = {
  /** `PreToolUse:Bash`, `SessionStart:startup` … */
  name: string;
  event: string;
  state: HookState;
  stdout: CutText;
  stderr: CutText;
  exitCode?: number;
  endedAt?: number;
}

export type HookState = "running"
  | "success"
  | "error"
  | "cancelled"

/**
 * Information about the server.
 */
export type HostInfo = {
  version: string;
  /** Changes with every build of the page; a page with another value reloads itself. */
  build: string;
  viewVersion: number;
  /** The installed CLI. */
  cli: CliInfo;
  /** Whether sessions are simulated. */
  demo: boolean;
  limits: HostLimits;
  /** The scope of this device. */
  scope: Scope;
  /** The name of the requesting device. */
  device: string;
  hostname: string;
  home: string;
  /** The public key for push messages, if they are configured. */
  pushKey?: string;
}

/**
 * Size limits for clients.
 */
export type HostLimits = { uploadBytes: number; messageBytes: number; liveSessions: number }

/**
 * The settings. `PUT` replaces all of them.
 */
export type HostSettings = {
  /** The maximum number of sessions with a process. */
  liveSessions: number;
  /** The idle time after which a session's process is stopped. */
  parkAfterSeconds: number;
  /** Whether sealing keeps deltas in the log. */
  keepEverything: boolean;
  /** The number of days after which archived sessions are deleted. */
  retentionDays?: number;
  /** The number of days for which deleted sessions can be restored; 30 if absent. */
  trashDays?: number;
  dayBudgetUsd?: number;
  budgetAction: BudgetAction;
  notify: Array<NotifyTarget>;
}

/**
 * What the host itself keeps about the session.
 */
export type HostState = {
  archived: boolean;
  /** Whether it is in the group of pinned sessions. */
  pinned?: boolean;
  /** What the session may cost before it is paused. */
  budgetUsd?: number;
  /** Whether it goes on by itself when a rate limit resets, if somebody chose. */
  continueAfterLimit?: boolean;
  /** Whether the model thinks before it answers, if somebody chose. */
  thinking?: boolean;
}

/**
 * A hunk of a unified diff.
 */
export type Hunk = {
  oldStart: number;
  oldLines: number;
  newStart: number;
  newLines: number;
  /** Each begins with a space, `-` or `+`. */
  lines: Array<string>;
}

/**
 * A request of any session: a row of the inbox.
 */
export type InboxItem = {
  session: string;
  title: string;
  project: string;
  asking: Asking;
  /** The whole request; absent for the decision about the project's settings, which `GET /api/sessions/{id}/trust` returns and `POST` makes. */
  ask?: Ask;
  /** Whether a notification shows the whole request, and may decide it. */
  oneTap: boolean;
}

/**
 * Text the CLI put into the conversation.
 */
export type Injected = {
  text: CutText;
  attachments: Array<Attachment>;
  /** The tool call that caused it. */
  entry?: EntryId;
}

/**
 * Interrupts the turn. Queued messages are held, unless one of the fields is set.
 */
export type Interrupt = {
  /** Discards the queued messages. */
  cancelQueued?: boolean;
  /** Continues with the queued messages. */
  keepQueue?: boolean;
}

/**
 * The turn was interrupted.
 */
export type Interrupted = {
  /** While a tool was running or waiting for an answer. */
  inTool: boolean;
}

/**
 * The effect of an interrupt on the queued messages, by UUID. A message returned by the CLI has a new UUID.
 */
export type Interruption = { held: Array<string>; discarded: Array<string> }

/**
 * A subagent, a shell command that runs long, a workflow.
 */
export type Job = {
  id: JobId;
  job: JobKind;
  description: string;
  state: JobState;
  /** Whether the conversation goes on without waiting for it. */
  background: boolean;
  /** The tool call that started it; what a subagent does is shown under this entry. */
  entry?: EntryId;
  /** The job that started this one. */
  parent?: JobId;
  /** `general-purpose`, `Explore` … */
  agentType?: string;
  model?: string;
  prompt?: CutText;
  startedAt: number;
  endedAt?: number;
  /** Tokens in all, as the CLI reports them. */
  totalTokens?: number;
  /** Tokens by kind, when the CLI reports them at the end. */
  tokens?: Tokens;
  toolUses?: number;
  durationMs?: number;
  /** What it does now, or did last. */
  lastTool?: string;
  progress?: string;
  /** How it ended, in its own words. */
  summary?: CutText;
  error?: string;
  /** Where its output is on disk. */
  outputFile?: string;
}

/**
 * A subagent, shell or other piece of work beside the main conversation.
 */
export type JobId = string

export type JobKind = "agent"
  | "shell"
  | "workflow"
  | "monitor"
  | "mcp"
  | "other"

export type JobState = "pending"
  | "running"
  | "paused"
  | "done"
  | "failed"
  | "stopped"

/**
 * A JSON value as the CLI or the host wrote it: tool input, structured results, schemas.
 * Keeping it whole lets a new renderer be written without a change here.
 */
export type Json = null
  | boolean
  | number
  | string
  | Json[]
  | { [key: string]: Json }

/**
 * The newest turn that ended.
 */
export type LastTurn = { entry: EntryId; costUsd: number; tokens: Tokens; durationMs: number }

/**
 * An action on a session's process.
 */
export type Lifecycle = "park"
  | "wake"
  | "close"
  | "restart"
  | "fresh"

/**
 * References from an entry to what is shown elsewhere in the view.
 */
export type Links = { ask?: AskId; job?: JobId }

/**
 * What the session is doing, for a sentence with a clock.
 */
export type Liveness = {
  activity: Activity;
  /** Since when, milliseconds since 1970. */
  since: number;
  /** When the running turn began. */
  turnStartedAt?: number;
  /** The running turn, or the last one. */
  turn: number;
  /** The CLI process, counted from 1. */
  epoch: number;
}

/**
 * The response to a login. Send the key in the header `x-pilothouse-key` of every request, together with the cookie.
 */
export type LoggedIn = { key: string; device: Device }

/**
 * Exchanges the token of a pairing link for a cookie and a key.
 */
export type Login = {
  token: string;
  /** A name for this device. */
  device?: string;
}

/**
 * Reports that the end of a turn was visible on this device.
 */
export type LookAt = {
  /** The number of finished turns: `usage.turns` of the view. */
  turns: number;
}

/**
 * The token, which is returned only once.
 */
export type MadeToken = { token: string; device: Device }

/**
 * A resource of an MCP server in a session.
 */
export type McpResource = {
  server: string;
  uri: string;
  /** The name from the server. */
  name?: string;
}

export type McpServer = {
  name: string;
  /** `connected`, `failed`, `pending`, `disabled`, `needs-auth` … */
  status: string;
  error?: string;
  /** `user`, `project`, `local`, `dynamic`, `plugin`, `sdk` … */
  source?: string;
  scope?: string;
  transport?: string;
  /** Name and version the server gives itself. */
  serverName?: string;
  serverVersion?: string;
  /** Its tools' own names, when known. */
  tools: Array<string>;
}

/**
 * The MCP server a tool belongs to.
 */
export type McpToolServer = {
  /** As in the configuration: `github`. */
  name: string;
  /** For people: `GitHub`, or what the CLI calls it. */
  display: string;
  /** The tool's own name without the prefix: `search_repositories`. */
  tool: string;
}

export type ModelInfo = {
  /** What to send to choose it. */
  value: string;
  displayName: string;
  description?: string;
  resolvedModel?: string;
  effortLevels: Array<string>;
  supportsFastMode: boolean;
  supportsAutoMode: boolean;
  supportsThinkingOff: boolean;
}

/**
 * Cost and tokens of one model.
 */
export type ModelUsage = {
  model: string;
  tokens: Tokens;
  costUsd: number;
  webSearches: number;
  contextWindow?: number;
  maxOutputTokens?: number;
}

/**
 * A message to a session.
 */
export type NewMessage = {
  /** Chosen by the sender, so that resending after a lost response is safe. */
  uuid?: string;
  text: string;
  /** IDs of uploads: images and documents. */
  uploads?: Array<string>;
  when?: SendWhen;
}

/**
 * Adds a rule.
 */
export type NewRule = { behavior: RuleBehavior; rule: string; scope: RuleScope }

/**
 * Creates a bearer token for scripts.
 */
export type NewToken = { name: string; scope: Scope }

/**
 * A line about the session.
 */
export type Notice = {
  level: NoticeLevel;
  text: string;
  source: NoticeSource;
  /** The CLI's own label for it (`hook_callback_failed`, `stop-hook-error` …). */
  tag?: string;
  /** The tool call it is about. */
  entry?: EntryId;
  /** What else came with it. */
  detail?: Json;
}

export type NoticeLevel = "info"
  | "notice"
  | "suggestion"
  | "warning"
  | "error"

/**
 * Where a notice comes from.
 */
export type NoticeSource = "cli"
  | "hook"
  | "model"
  | "permission"
  | "memory"
  | "plugin"
  | "task"
  | "vcs"
  | "host"
  | "stderr"

/**
 * The format of a notification.
 */
export type NotifyKind = "webhook"
  | "ntfy"

/**
 * The target of notifications.
 */
export type NotifyTarget = {
  kind: NotifyKind;
  url: string;
  /** When a session needs a person. */
  asks: boolean;
  /** When a turn or a session ends. */
  ends: boolean;
  /** Includes the session's title and the text of the request. If false, notifications contain no text from sessions. */
  text?: boolean;
}

/**
 * Creates a link for pairing another device.
 */
export type Pair = { scope: Scope; name?: string }

/**
 * The pairing link. It works once.
 */
export type Pairing = { link: string; expiresAt: number }

/**
 * May this tool run?
 */
export type PermissionAsk = {
  tool: ToolName;
  /** What would run, whole. */
  input: Json;
  title?: string;
  description?: string;
  /** Why it is asked, without ANSI codes. */
  reason?: string;
  /** `rule`, `mode`, `workingDir`, `safetyCheck`, `hook` … */
  reasonType?: string;
  blockedPath?: string;
  /** What could be remembered. Empty when the CLI says that nothing may be. */
  suggestions: Array<Suggestion>;
  /** Whether "always" may be offered. */
  canRemember: boolean;
  /** Do not preselect Allow. */
  defaultToNo: boolean;
  /** No one-key Allow. */
  requiresInteraction: boolean;
  /** A safety check is involved and only a person may allow it. */
  needsPerson: boolean;
  /** A safety check of the CLI is involved, whatever it says about who may allow it. */
  safetyCheck?: boolean;
  /** An allow rule may decide it. Absent in asks that were stored by older versions: a person decides those. */
  rulesMayAllow?: boolean;
  /** The MCP server's origin: `user`, `project`, `plugin` … */
  serverSource?: string;
  /** The hook that wants it asked. */
  hook?: string;
}

/**
 * Output that the CLI saved to a file because it was long.
 */
export type PersistedOutput = { path?: string; size?: number }

/**
 * May the model do what it planned?
 */
export type PlanAsk = {
  /** Markdown: the plan file, or the plan in the call where there is no file. */
  plan?: string;
  planFile?: string;
  input: Json;
}

export type Plugin = { name: string; path?: string; version?: string; source?: string; error?: string }

/**
 * An error, as `application/problem+json`.
 */
export type Problem = {
  /** A stable code for programs: `notFound`, `settled`, `conflict` … */
  code: string;
  /** The problem, as a sentence. */
  title: string;
  /** How to fix it. */
  detail?: string;
  status: number;
  /** With the code `trustRequired`: the items that a person must decide about. */
  trust?: TrustReport;
}

/**
 * How a process ended.
 */
export type ProcessExit = { code?: number; signal?: number; stderrTail: string }

/**
 * A directory in which sessions have run.
 */
export type Project = {
  path: string;
  name: string;
  sessions: number;
  usedAt: number;
  isGit: boolean;
  branch?: string;
  trust: TrustState;
}

/**
 * Whether a session starts with its project's settings.
 */
export type ProjectSettings = { "use": string }
  | "leaveOut"

/**
 * The state of a session's project settings, if they are not simply used.
 */
export type ProjectSettingsState = "undecided"
  | "leftOut"

/**
 * The keys of a subscription, base64url.
 */
export type PushKeys = { p256dh: string; auth: string }

/**
 * The reason for a push message.
 */
export type PushKind = "ask"
  | "ended"
  | "failed"

/**
 * The content of a push message, encrypted for its device.
 */
export type PushMessage = {
  kind: PushKind;
  session: string;
  title: string;
  /** The project directory. */
  project: string;
  at: number;
  /** The request to answer, at `api/sessions/{session}/asks/{ask}`. */
  ask?: string;
  /** The tool of the request, or the kind of request. */
  tool?: string;
  /** The command, the path, the question, or the last text. */
  text?: string;
  /** Whether the notification may have buttons for Allow and Deny. */
  oneTap: boolean;
  /** The number of open requests in all sessions. */
  waiting: number;
}

/**
 * The subscription of a browser, as returned by its push manager.
 */
export type PushSubscription = { endpoint: string; keys: PushKeys }

/**
 * One question.
 */
export type Question = {
  question: string;
  header: string;
  multiSelect: boolean;
  options: Array<QuestionOption>;
}

/**
 * The answer to one question.
 */
export type QuestionAnswer = {
  /** The labels of the chosen options; empty for free text only. */
  labels: Array<string>;
  /** Free text. */
  text?: string;
  /** A note on the answer. */
  notes?: string;
}

/**
 * Questions of the model.
 */
export type QuestionAsk = {
  questions: Array<Question>;
  /** The whole input, to be sent back with `answers`. */
  input: Json;
}

export type QuestionOption = {
  label: string;
  description: string;
  /** Something to look at before choosing. */
  preview?: string;
}

/**
 * A message that has not been given to the CLI yet.
 */
export type QueuedMessage = {
  /** The uuid it will be sent with. */
  uuid: string;
  text: CutText;
  attachments: Array<Attachment>;
  at: number;
  who?: Who;
  /** Why it waits: a turn runs, the limit of live sessions is reached … */
  reason?: string;
  /** Whether it waits for a person: the turn was stopped, and nothing is sent until they release it. */
  held?: boolean;
}

/**
 * The state of the account's limits.
 */
export type RateLimit = {
  status: RateLimitStatus;
  /** `five_hour`, `seven_day` … */
  limit?: string;
  /** 0 to 1. */
  utilization?: number;
  /** Seconds since 1970. */
  resetsAt?: number;
  usingOverage: boolean;
  at: number;
  /** Everything the CLI said about it. */
  detail: Json;
}

export type RateLimitStatus = "allowed"
  | "warning"
  | "rejected"
  | "unknown"

/**
 * Something this version does not know.
 */
export type RawEntry = {
  reason: RawReason;
  /** `type`, and `type/subtype` where there is one; empty when the line is not JSON. */
  name: string;
  direction: Direction;
  /** The line, cut. */
  line: CutText;
}

export type RawReason = "unknown"
  | "malformed"
  | "notJson"

/**
 * Sends held messages, as if they had just been queued.
 */
export type ReleaseHeld = {
  /** The UUIDs of the messages; all held messages if absent. */
  messages?: Array<string>;
}

/**
 * A deleted session that can still be restored.
 */
export type RemovedSession = {
  id: string;
  /** Empty if an earlier version deleted it. */
  title: string;
  project: string;
  /** When it was deleted, in milliseconds since 1970. */
  removedAt: number;
  /** When it will be erased. */
  erasedAt: number;
}

/**
 * A recording as a sequence of changes of the view.
 */
export type Replay = {
  /** The view before the first line. */
  view: SessionView;
  /** The changes of each line, in order; including lines without changes. */
  sets: Array<ChangeSet>;
}

/**
 * The API is being asked again after a failure.
 */
export type Retry = {
  attempt: number;
  maxRetries: number;
  delayMs: number;
  /** HTTP status; absent when the connection failed. */
  status?: number;
  /** `overloaded`, `rate_limit`, `server_error` … */
  error: string;
  /** Whether it is over: an answer came, or the turn ended. */
  over: boolean;
}

/**
 * Restores files to their state before a message.
 */
export type Rewind = {
  /** The UUID of the message. */
  message: string;
  /** Returns the changes without making them. */
  dryRun?: boolean;
}

/**
 * The changes of a rewind, made or planned.
 */
export type RewindReport = {
  canRewind: boolean;
  files: Array<string>;
  insertions: number;
  deletions: number;
  problem?: string;
}

/**
 * A rule in the syntax of the CLI, such as `Bash(git *)`.
 */
export type Rule = {
  id: string;
  behavior: RuleBehavior;
  rule: string;
  scope: RuleScope;
  createdAt: number;
  /** The creator. */
  by: string;
}

/**
 * The effect of a rule.
 */
export type RuleBehavior = "allow"
  | "deny"
  | "ask"

/**
 * A past request that the rule matches.
 */
export type RuleMatch = {
  session: string;
  title: string;
  at: number;
  tool: string;
  /** The command, the path, or the beginning of the input. */
  summary: string;
  /** The actual decision: `allowed`, `denied`, `withdrawn`, `open`. */
  decided: string;
  /** No rule can allow it: the CLI requires a person. */
  needsPerson: boolean;
}

/**
 * The scope of a rule.
 */
export type RuleScope = { kind: "host" }
  | { kind: "project"; path: string }
  | { kind: "session"; id: string }

/**
 * The decisions that a rule would have made about past requests. Nothing is stored.
 */
export type RuleTrial = {
  /** The number of checked requests. */
  considered: number;
  matches: Array<RuleMatch>;
}

/**
 * Something the CLI will start by itself: a cron job or a wake-up.
 */
export type Schedule = {
  id: string;
  schedule: ScheduleKind;
  /** The times of a cron job in words, or the reason for a wake-up. */
  text: string;
  /** What the CLI will be asked then. */
  prompt: CutText;
  recurring: boolean;
  /** When it starts next, milliseconds since 1970. Absent when only the CLI knows. */
  nextAt?: number;
}

export type ScheduleKind = "cron"
  | "wakeup"

/**
 * The scope of a device or token; each includes the ones before it.
 */
export type Scope = "view"
  | "answer"
  | "control"
  | "admin"

/**
 * A hit of the search in all sessions.
 */
export type SearchHit = {
  session: string;
  title: string;
  entry: string;
  at: number;
  /** The text with the matches between U+E000 and U+E001. */
  snippet: string;
}

/**
 * A page of hits.
 */
export type SearchPage = {
  hits: Array<SearchHit>;
  /** Pass it as `cursor` for the next page. */
  next?: string;
}

/**
 * When a message is sent to the CLI.
 */
export type SendWhen = "queue"
  | "steer"
  | "now"

/**
 * The state of a message.
 */
export type SentMessage = {
  uuid: string;
  /** Whether it is in the server's queue. */
  queued: boolean;
  /** The sequence of its record, which is on disk. */
  seq: number;
}

/**
 * What the session is and has. Everything that changes rarely.
 */
export type SessionInfo = {
  /** The CLI's session id; it changes with `/clear`, fork and fresh start. */
  sessionId?: string;
  title?: string;
  cwd?: string;
  additionalDirectories: Array<string>;
  model?: string;
  /** `default`, `acceptEdits`, `plan`, `bypassPermissions`, `dontAsk`, `auto`, `delegate`. */
  permissionMode?: string;
  outputStyle?: string;
  outputStyles: Array<string>;
  /** `off`, `on` or `cooldown`. */
  fastMode?: string;
  effort?: string;
  /** Version of the CLI. */
  version?: string;
  capabilities: Array<string>;
  tools: Array<string>;
  commands: Array<Command>;
  agents: Array<AgentInfo>;
  skills: Array<string>;
  plugins: Array<Plugin>;
  mcpServers: Array<McpServer>;
  models: Array<ModelInfo>;
  account?: Account;
  /** Whether files can be rewound to a message (set when the process was started with it). */
  checkpointing: boolean;
  /** A goal the CLI pursues by itself. */
  goal?: Goal;
  /** What the person might say next, offered by the CLI. */
  promptSuggestion?: string;
}

/**
 * A page of the list.
 */
export type SessionPage = {
  sessions: Array<SessionSummary>;
  /** Pass it as `cursor` for the next page. */
  next?: string;
}

/**
 * The state of a session's process.
 */
export type SessionStatus = "live"
  | "starting"
  | "parked"
  | "closed"
  | "failed"

/**
 * A session in the list.
 */
export type SessionSummary = {
  /** The server's ID of the session; it never changes. */
  id: string;
  /** The CLI's newest ID of the conversation. */
  cliSessionId?: string;
  title: string;
  /** The project directory. */
  project: string;
  /** The directory in which it runs, if that is not the project directory: a worktree. */
  worktree?: string;
  branch?: string;
  status: SessionStatus;
  liveness: Liveness;
  /** The number of open requests. */
  asks: number;
  /** The beginning of the newest text. */
  lastLine: string;
  /** Sequence and time of the newest record. */
  seq: number;
  at: number;
  createdAt: number;
  costUsd: number;
  queued: number;
  model?: string;
  permissionMode?: string;
  archived: boolean;
  /** Whether it is in the group of pinned sessions. */
  pinned: boolean;
  /** The oldest open request. */
  asking?: Asking;
  /** What the one tool call that runs works on, in a line: a command, or the name of the tool. */
  running?: string;
  /** The newest permission request, question or plan that is open. */
  newestAsk?: AskId;
  /** A turn ended, and its end was not yet visible on any device. */
  readyForReview: boolean;
  /** The last turn ended with an error, and there is no newer message. */
  turnFailed: boolean;
  /** Files changed by tools of this session; absent if there are none. */
  changed?: Changed;
  /** The reason why it ended or could not start, as a sentence with a suggested fix. */
  problem?: string;
  /** Set if the project's settings need a decision or were left out. */
  projectSettings?: ProjectSettingsState;
}

/**
 * A session as a person sees it. A snapshot of it is what a reader starts from; it may hold only
 * the newest entries, the older ones come in pages.
 */
export type SessionView = {
  version: number;
  /** Sequence and wall time of the newest record in this view: the last sign of life. */
  seq: number;
  at: number;
  /** By ascending order. Entries of subagents are among them, with `parent` set. */
  entries: Array<Entry>;
  /** Whether there are older entries than these. */
  hasOlder: boolean;
  /** The entry before which the older ones end, if there are some. It need not be the first: entries that can still change are here however old they are. */
  olderThan?: EntryId;
  /** Text that is still being written, by entry: prose, thinking, or the JSON of a tool's input. */
  drafts: { [key in EntryId]: string };
  /** Open asks, oldest first. */
  asks: Array<Ask>;
  /** The newest settled asks, oldest first. */
  closedAsks: Array<Ask>;
  jobs: Array<Job>;
  tasks: Array<TaskItem>;
  info: SessionInfo;
  liveness: Liveness;
  usage: Usage;
  /** Messages the host holds back until the CLI can take them. */
  queue: Array<QueuedMessage>;
  /** Cron jobs and wake-ups of the CLI. */
  schedules?: Array<Schedule>;
  files: Array<FileChange>;
  checkpoints: Array<Checkpoint>;
  host: HostState;
}

/**
 * A slash command with its arguments.
 */
export type SlashCommand = {
  /** Without the slash. */
  name: string;
  args: string;
}

/**
 * A message from a browser.
 */
export type SocketCommand = { kind: "subscribe"; session: string; after?: number }
  | { kind: "unsubscribe"; session: string }
  | { kind: "watchSessions" }
  | { kind: "ping" }

/**
 * A message to a browser.
 */
export type SocketUpdate = { kind: "hello"; host: HostInfo }
  | { kind: "snapshot"; session: string; view: SessionView }
  | { kind: "changes"; session: string; sets: Array<ChangeSet> }
  | { kind: "resumed"; session: string; after: number }
  | { kind: "sessions"; sessions: Array<SessionSummary> }
  | { kind: "sessionSet"; session: SessionSummary }
  | { kind: "sessionRemoved"; session: string }
  | { kind: "dropped"; session: string; reason: string }
  | { kind: "pong" }
  | { kind: "refused"; session?: string; problem: string }

/**
 * The background tasks that were stopped, by ID.
 */
export type StoppedTasks = { stopped: Array<string> }

/**
 * A page of the CLI's own transcripts, newest first.
 */
export type StoredPage = {
  sessions: Array<StoredSession>;
  /** Pass it as `cursor` for the next page. */
  next?: string;
}

/**
 * A conversation in the CLI's own transcripts.
 */
export type StoredSession = {
  cliSessionId: string;
  project: string;
  title: string;
  at: number;
  messages: number;
  size: number;
  /** Whether another live process has it open. */
  held: boolean;
  /** The session on this server to which it belongs. */
  session?: string;
  /** The number of the pull request that was made in it. */
  pullRequest?: number;
}

/**
 * Something that could be remembered with an answer, and where.
 */
export type Suggestion = {
  /** To be sent back as it is in `updatedPermissions`. */
  update: Json;
  /** What would be remembered, as a sentence. */
  text: string;
  /** Rules as they would be written: `Bash(npm test:*)`. */
  rules: Array<string>;
  /** Directories that would be opened. */
  directories: Array<string>;
  mode?: string;
  destination: Destination;
  /** Where it would be written: a file, or nothing but this session. */
  place: string;
}

/**
 * One task of the model's task list.
 */
export type TaskItem = {
  id: string;
  subject: string;
  description?: string;
  /** What to say while it is worked on: "Running tests". */
  activeForm?: string;
  status: TaskStatus;
  owner?: string;
  /** Tasks that wait for this one. */
  blocks: Array<string>;
  /** Tasks this one waits for. */
  blockedBy: Array<string>;
}

export type TaskStatus = "pending"
  | "inProgress"
  | "completed"

/**
 * Prose of the model.
 */
export type TextEntry = {
  /** Empty while it streams: the text is then the view's draft of this id. */
  text: string;
  streaming: boolean;
  model?: string;
  citations: Array<Citation>;
  /** Cut by an interrupt; may end in the middle of a word. */
  aborted: boolean;
}

/**
 * The model's thinking.
 */
export type ThinkingEntry = {
  /** Empty while it streams: the text is then the view's draft of this id. */
  text: string;
  streaming: boolean;
  /** Hidden by the API: there is no text. */
  redacted: boolean;
  durationMs?: number;
  /** The CLI's estimate of tokens thought so far. */
  tokens?: number;
  model?: string;
}

/**
 * Numbers of tokens.
 */
export type Tokens = {
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
  /** Part of `output`, when known. */
  thinking: number;
}

/**
 * A tool call.
 */
export type ToolCall = {
  toolUseId: string;
  tool: ToolName;
  /** What the model asked for. `null` while the input streams: the view's draft of this entry then holds the JSON text so far. Long strings inside may be cut, see `inputCut`. */
  input: Json;
  /** Whether strings inside `input` were cut; the whole is served under the entry's id. */
  inputCut: boolean;
  /** Sequence of the record that holds the whole input. */
  inputSeq?: number;
  /** What ran instead, when a person or a hook changed the input before allowing it. */
  changedInput?: Json;
  state: ToolState;
  /** When the call began to run, milliseconds since 1970; absent while it waits. */
  startedAt?: number;
  endedAt?: number;
  /** The newest elapsed time the CLI reported. */
  elapsedSeconds?: number;
  /** How it came to be allowed or denied. */
  decision?: Decision;
  result?: ToolResult;
  /** The ask that is or was open for it, and the job it started. */
  links: Links;
}

/**
 * A tool's name, taken apart for display.
 */
export type ToolName = {
  /** As on the wire: `Bash`, `mcp__github__search_repositories`. */
  name: string;
  /** For people: `Bash`, `Search Repositories`. */
  display: string;
  /** The MCP server, for tools that come from one. */
  server?: McpToolServer;
}

/**
 * What a tool returned.
 */
export type ToolResult = {
  /** What the model was told, without its wrappers; may hold ANSI colours. */
  text: CutText;
  isError: boolean;
  /** Whether the text was a refusal of the call itself (wrong input, unknown tool). */
  invalidCall: boolean;
  /** Pictures, documents and references among the result. */
  attachments: Array<Attachment>;
  /** The tool's structured outcome, by tool (`structuredPatch`, `stdout`, `filenames` …). Long strings inside may be cut, see `structuredCut`. */
  structured?: Json;
  structuredCut: boolean;
  /** Exit code of a shell command that failed. */
  exitCode?: number;
  /** The CLI put a long output into a file. */
  persisted?: PersistedOutput;
  /** Sequence of the record that holds the whole result. */
  seq: number;
}

/**
 * How far a tool call is.
 */
export type ToolState = "streaming"
  | "waiting"
  | "running"
  | "done"
  | "failed"
  | "denied"
  | "interrupted"

/**
 * A short summary of tool calls.
 */
export type ToolSummary = { text: string; entries: Array<EntryId> }

/**
 * An item that would run, or that grants permissions.
 */
export type TrustItem = {
  /** The file with the item: relative to the project, or absolute if it is outside. */
  file: string;
  /** `hook`, `mcpServer`, `allowRule`, `environment` … */
  what: string;
  /** The name in the file: of the server, the event, the setting. */
  name: string;
  /** The command or value. */
  text: string;
  state: TrustItemState;
}

export type TrustItemState = "accepted"
  | "new"
  | "changed"

/**
 * Accepts the items in the report of a directory.
 */
export type TrustProject = { path: string; fingerprint: string }

/**
 * The items that a directory would run by itself when a session starts in it.
 */
export type TrustReport = {
  /** The project for which items are accepted. */
  path: string;
  /** The directory that was checked: the project, or a worktree of it. */
  directory: string;
  /** Additional directories of the session, whose agents, skills and commands are also read. */
  added: Array<string>;
  state: TrustState;
  items: Array<TrustItem>;
  /** Send it back to accept exactly these items. Empty if a file cannot be read; then nothing can be accepted. */
  fingerprint: string;
  /** The CLI's own trust dialog was accepted for this directory. */
  cliTrusts: boolean;
}

export type TrustState = "trusted"
  | "untrusted"
  | "changed"

/**
 * A turn ended.
 */
export type TurnEnd = {
  outcome: TurnOutcome;
  isError: boolean;
  /** The CLI's subtype (`success`, `error_max_turns` …) and its terminal reason. */
  subtype: string;
  reason?: string;
  /** The final text, when no entry of the turn shows it already. */
  text?: string;
  errors: Array<string>;
  /** What this turn cost in dollars. */
  costUsd: number;
  /** What the session has cost so far, this turn included. */
  totalCostUsd: number;
  /** Tokens of the main conversation in this turn. */
  tokens: Tokens;
  /** Cost and tokens of this turn by model, subagents included. */
  models: Array<ModelUsage>;
  durationMs: number;
  apiDurationMs: number;
  /** Model requests in this turn. */
  requests: number;
  /** Calls that were denied in this turn, and by what. */
  denials: Array<Denial>;
  /** Why the turn ran when nobody sent a message: `task-notification` … */
  origin?: string;
  /** The messages this turn answered. */
  messages: Array<EntryId>;
  /** The answer in the shape of the schema the session was started with. */
  structuredOutput?: Json;
  /** A call that a hook put off; the turn ended on it. */
  deferredTool?: Json;
}

/**
 * How a turn ended.
 */
export type TurnOutcome = "completed"
  | "interrupted"
  | "preempted"
  | "apiError"
  | "maxTurns"
  | "maxBudget"
  | "schemaFailed"
  | "promptBlocked"
  | "stoppedByHook"
  | "deferred"
  | "command"
  | "failed"

/**
 * Changes a queued message.
 */
export type UpdateQueued = {
  text?: string;
  /** The new position in the queue, from 0. */
  place?: number;
  /** Sends it with `steer` or `now`; `queue` releases a held message. */
  when?: SendWhen;
}

/**
 * Changes the server's settings of a session.
 */
export type UpdateSession = {
  title?: string;
  archived?: boolean;
  pinned?: boolean;
  model?: string;
  permissionMode?: string;
  effort?: string;
  thinking?: boolean;
  fastMode?: boolean;
  outputStyle?: string;
  /** The cost at which the server warns or pauses the session, depending on its settings; 0 for no budget. */
  budgetUsd?: number;
  continueAfterLimit?: boolean;
  /** Replaces the budget with which the CLI was started by `--max-budget-usd`; 0 for none. A running process keeps the old budget until it is restarted. */
  cliBudgetUsd?: number;
  /** Must be `bypassPermissions` if that mode is requested: typed by the user. */
  confirm?: string;
}

/**
 * An uploaded file.
 */
export type Upload = { id: string; name: string; mediaType: string; size: number }

/**
 * What the session has used.
 */
export type Usage = {
  /** Dollars, over every turn of this log and what was carried in. */
  totalCostUsd: number;
  /** Dollars spent before this log began (a session resumed from elsewhere). */
  carriedCostUsd: number;
  /** Turns that ended. */
  turns: number;
  models: Array<ModelUsage>;
  /** Milliseconds of turns, and of waiting for the API. */
  durationMs: number;
  apiDurationMs: number;
  lastTurn?: LastTurn;
  context?: ContextUsage;
  rateLimit?: RateLimit;
  /** Lines added and removed by tools of this session. */
  linesAdded: number;
  linesRemoved: number;
}

/**
 * Usage over several days.
 */
export type UsageReport = { rows: Array<UsageRow>; todayUsd: number; dayBudgetUsd?: number }

/**
 * Usage of one day, project and model.
 */
export type UsageRow = {
  /** In the format `2026-01-31`, in the time zone of the server. */
  day: string;
  project: string;
  model: string;
  costUsd: number;
  inputTokens: number;
  outputTokens: number;
  cacheReadTokens: number;
  cacheWriteTokens: number;
  turns: number;
}

/**
 * A message of the person.
 */
export type UserMessage = {
  /** The uuid it was sent with; also the name of its checkpoint for rewinding files. */
  uuid?: string;
  text: CutText;
  attachments: Array<Attachment>;
  delivery: Delivery;
  /** Who wrote it, when the log says so. */
  who?: Who;
  /** Where it came from when nobody typed it: `task-notification`, `peer`, `channel` … */
  origin?: string;
  /** The slash command it is, if it is one. */
  command?: SlashCommand;
  /** `now`, `next` or `later`, when it was sent with a priority. */
  priority?: string;
  /** Whether files can be rewound to the state before this message. */
  checkpoint: boolean;
}

/**
 * Who did something.
 */
export type Who = {
  kind: WhoKind;
  /** The device's or the rule's name. */
  name?: string;
  /** The device's ID, which no other device ever has. Records of 0.1.0 have none. */
  device?: string;
}

export type WhoKind = "device"
  | "rule"
  | "host"

/**
 * A page of records.
 */
export type WirePage = {
  records: Array<WireRecord>;
  /** Pass it as `after` for the next page. */
  next?: number;
}

/**
 * A record.
 */
export type WireRecord = {
  seq: number;
  at: number;
  /** The number of the process of the session. */
  epoch: number;
  /** `out`, `in`, `err`, `spawn`, `exit`, `note`. */
  kind: string;
  /** The sender, for lines to the CLI and for notes. */
  who?: string;
  /** Type and subtype, such as `system/init`; empty if there is none. */
  name: string;
  /** Whether this version does not recognize the message. */
  unknown: boolean;
  size: number;
  /** The line; truncated if it is longer than requested. */
  text: string;
}

/**
 * Why an ask was withdrawn.
 */
export type WithdrawnReason = "cancelled"
  | "died"

/**
 * The changes of the working tree since the last commit.
 */
export type WorkingDiff = {
  branch?: string;
  files: Array<ChangedFile>;
  /** A unified diff of all files. */
  patch: string;
  /** Whether the patch was truncated. */
  truncated: boolean;
}
