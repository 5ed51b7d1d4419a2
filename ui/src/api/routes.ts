// Made from the server's table of routes by `cargo xtask codegen`. Do not edit.

import type {
  AnswerAsk,
  AskAnswered,
  AuditPage,
  ChangeLifecycle,
  CloneProject,
  ClonedProject,
  ControlCall,
  CreateSession,
  DecideProjectSettings,
  Device,
  DoctorReport,
  Entry,
  EntryPage,
  FileNode,
  FileSuggestion,
  ForkSession,
  HostInfo,
  HostSettings,
  InboxItem,
  Interrupt,
  Interruption,
  Json,
  LoggedIn,
  Login,
  LookAt,
  MadeToken,
  McpResource,
  NewMessage,
  NewRule,
  NewToken,
  Pair,
  Pairing,
  Project,
  PushSubscription,
  ReleaseHeld,
  RemovedSession,
  Replay,
  Rewind,
  RewindReport,
  Rule,
  RuleTrial,
  SearchPage,
  SentMessage,
  SessionPage,
  SessionSummary,
  SessionView,
  StoppedTasks,
  StoredPage,
  TrustProject,
  TrustReport,
  UpdateQueued,
  UpdateSession,
  Upload,
  UsageReport,
  WirePage,
  WorkingDiff,
} from "./generated";

/** Every route: its parameters, body and answer, by method and path. */
export interface Routes {
  /** Exchange the token of a sign-in link for a cookie and a key. Needs no login. */
  "POST /api/login": {
    body: Login;
    answer: LoggedIn;
  };
  /** Sign this device out. Scope: view. */
  "POST /api/logout": {
    answer: undefined;
  };
  /** Return this description of the API. Scope: view. */
  "GET /api/openapi.json": {
    answer: unknown;
  };
  /** Return the server's version, limits and CLI, and the scope of this device. Scope: view. */
  "GET /api/host": {
    answer: HostInfo;
  };
  /** Check the installed CLI; takes a few seconds. Scope: view. */
  "GET /api/doctor": {
    answer: DoctorReport;
  };
  /** Start the tour, a simulated session. Scope: control. */
  "POST /api/tour": {
    answer: SessionSummary;
  };
  /** List devices and tokens. Scope: view. */
  "GET /api/devices": {
    answer: Device[];
  };
  /** Create a sign-in link for another device. It works once, within ten minutes; the name given here is kept. Scope: admin. */
  "POST /api/devices/pair": {
    body: Pair;
    answer: Pairing;
  };
  /** Revoke a device and close its sockets. Every device may revoke itself. Scope: admin. */
  "DELETE /api/devices/{id}": {
    path: { id: string };
    answer: undefined;
  };
  /** Create a bearer token for a script. Scope: admin. */
  "POST /api/tokens": {
    body: NewToken;
    answer: MadeToken;
  };
  /** Subscribe this device to push messages. Scope: view. */
  "POST /api/push": {
    body: PushSubscription;
    answer: undefined;
  };
  /** Cancel all push subscriptions of this device. Scope: view. */
  "DELETE /api/push": {
    answer: undefined;
  };
  /** List directories that have sessions, and the one in which the server was started. Scope: view. */
  "GET /api/projects": {
    answer: Project[];
  };
  /** List directories of the server. Scope: control. */
  "GET /api/projects/browse": {
    query?: { path?: string | undefined };
    answer: FileNode[];
  };
  /** List paths of a directory that match the text after `@`. Scope: control. */
  "GET /api/projects/suggest": {
    query?: { path?: string | undefined; query?: string | undefined };
    answer: FileSuggestion[];
  };
  /** Clone a git repository by its address; takes as long as git does. Scope: control. */
  "POST /api/projects/clone": {
    body: CloneProject;
    answer: ClonedProject;
  };
  /** List what a directory can run on its own. A directory without sessions requires the scope control. Scope: view. */
  "GET /api/projects/trust": {
    query?: { path?: string | undefined };
    answer: TrustReport;
  };
  /** Accept exactly what the report showed. Scope: admin. */
  "POST /api/projects/trust": {
    body: TrustProject;
    answer: TrustReport;
  };
  /** Withdraw what was accepted for a directory. Scope: admin. */
  "DELETE /api/projects/trust": {
    query?: { path?: string | undefined };
    answer: TrustReport;
  };
  /** List what waits for a person in all sessions: permission requests, questions, plans, and trust questions. Scope: view. */
  "GET /api/inbox": {
    answer: InboxItem[];
  };
  /** Upload a file for a message; the body is its bytes. Scope: control. */
  "POST /api/uploads": {
    query?: { name?: string | undefined };
    body: Blob;
    answer: Upload;
  };
  /** Return the view of a recording; nothing is stored. Scope: view. */
  "POST /api/replay": {
    query?: { start?: number | undefined };
    body: Blob;
    answer: Replay;
  };
  /** Search the text of all sessions. Scope: view. */
  "GET /api/search": {
    query?: { q?: string | undefined; session?: string | undefined; project?: string | undefined; cursor?: string | undefined };
    answer: SearchPage;
  };
  /** List decisions: who decided what, by which rule. Scope: view. */
  "GET /api/audit": {
    query?: { session?: string | undefined; cursor?: string | undefined; limit?: number | undefined };
    answer: AuditPage;
  };
  /** Return costs by day, project and model. Scope: view. */
  "GET /api/usage": {
    query?: { days?: number | undefined };
    answer: UsageReport;
  };
  /** List the CLI's own conversations. Scope: view. */
  "GET /api/stored": {
    query?: { project?: string | undefined; q?: string | undefined; pr?: string | undefined; cursor?: string | undefined };
    answer: StoredPage;
  };
  /** Return the server's settings; notification URLs only for the scope admin. Scope: view. */
  "GET /api/settings": {
    answer: HostSettings;
  };
  /** Replace the server's settings. Scope: admin. */
  "PUT /api/settings": {
    body: HostSettings;
    answer: HostSettings;
  };
  /** List the rules that decide permission requests. Scope: view. */
  "GET /api/rules": {
    answer: Rule[];
  };
  /** Add a rule. A rule for a project or the server requires the scope admin. Scope: control. */
  "POST /api/rules": {
    body: NewRule;
    answer: Rule;
  };
  /** Remove a rule. A rule for a project or the server requires the scope admin. Scope: control. */
  "DELETE /api/rules/{id}": {
    path: { id: string };
    answer: undefined;
  };
  /** Return what a rule would have decided; nothing is stored. Scope: view. */
  "POST /api/rules/try": {
    body: NewRule;
    answer: RuleTrial;
  };
  /** List sessions, newest first. Scope: view. */
  "GET /api/sessions": {
    query?: { archived?: boolean | undefined; project?: string | undefined; cursor?: string | undefined; limit?: number | undefined };
    answer: SessionPage;
  };
  /** Start a session. Scope: control. */
  "POST /api/sessions": {
    body: CreateSession;
    answer: SessionSummary;
  };
  /** Import a session archive. Scope: admin. */
  "POST /api/sessions/import": {
    query?: { project?: string | undefined };
    body: Blob;
    answer: SessionSummary;
  };
  /** Return the summary of a session. Scope: view. */
  "GET /api/sessions/{id}": {
    path: { id: string };
    answer: SessionSummary;
  };
  /** Change title, mode, model, budget and other settings of a session. Scope: control. */
  "PATCH /api/sessions/{id}": {
    path: { id: string };
    body: UpdateSession;
    answer: SessionSummary;
  };
  /** Delete a session; it can be restored for 30 days, or as the settings say. Scope: control. */
  "DELETE /api/sessions/{id}": {
    path: { id: string };
    query?: { worktree?: "keep" | "remove" | undefined };
    answer: undefined;
  };
  /** Restore a deleted session. Scope: control. */
  "POST /api/sessions/{id}/restore": {
    path: { id: string };
    answer: SessionSummary;
  };
  /** List deleted sessions that can be restored, newest first. Scope: view. */
  "GET /api/trash": {
    answer: RemovedSession[];
  };
  /** Return the view with its newest entries. Scope: view. */
  "GET /api/sessions/{id}/view": {
    path: { id: string };
    answer: SessionView;
  };
  /** Report that the end of a turn was visible on this device: the session is no longer ready for review. Scope: view. */
  "POST /api/sessions/{id}/looked-at": {
    path: { id: string };
    body: LookAt;
    answer: undefined;
  };
  /** List older entries. Scope: view. */
  "GET /api/sessions/{id}/entries": {
    path: { id: string };
    query?: { before?: string | undefined; limit?: number | undefined };
    answer: EntryPage;
  };
  /** Return one entry without truncation. Scope: view. */
  "GET /api/sessions/{id}/entries/{entry}": {
    path: { id: string; entry: string };
    answer: Entry;
  };
  /** Return an image or document of an entry. Scope: view. */
  "GET /api/sessions/{id}/entries/{entry}/attachments/{index}": {
    path: { id: string; entry: string; index: number };
    answer: Blob;
  };
  /** Continue a copy of a session. Scope: control. */
  "POST /api/sessions/{id}/fork": {
    path: { id: string };
    body: ForkSession;
    answer: SessionSummary;
  };
  /** Send a message, or queue it while a turn runs. Scope: control. */
  "POST /api/sessions/{id}/messages": {
    path: { id: string };
    body: NewMessage;
    answer: SentMessage;
  };
  /** Edit, reorder or send a queued message. Scope: control. */
  "PATCH /api/sessions/{id}/queue/{uuid}": {
    path: { id: string; uuid: string };
    body: UpdateQueued;
    answer: undefined;
  };
  /** Withdraw a queued message. Scope: control. */
  "DELETE /api/sessions/{id}/queue/{uuid}": {
    path: { id: string; uuid: string };
    answer: undefined;
  };
  /** Stop the turn and hold queued messages. `cancelQueued` and `keepQueue` require the scope control. Scope: answer. */
  "POST /api/sessions/{id}/interrupt": {
    path: { id: string };
    body?: Interrupt;
    answer: Interruption;
  };
  /** Send held messages. Scope: control. */
  "POST /api/sessions/{id}/held": {
    path: { id: string };
    body?: ReleaseHeld;
    answer: undefined;
  };
  /** Discard all held messages. Scope: control. */
  "DELETE /api/sessions/{id}/held": {
    path: { id: string };
    answer: undefined;
  };
  /** Ask the model to cancel a cron job or a wake-up. Scope: control. */
  "DELETE /api/sessions/{id}/schedules/{schedule}": {
    path: { id: string; schedule: string };
    answer: SentMessage;
  };
  /** Stop all background agents. Scope: control. */
  "POST /api/sessions/{id}/agents/stop": {
    path: { id: string };
    answer: StoppedTasks;
  };
  /** Answer a permission request, question or plan; 409 `settled` if it is answered already. Free text, changed input and rules require the scope control, rules in settings files admin. Scope: answer. */
  "POST /api/sessions/{id}/asks/{ask}": {
    path: { id: string; ask: string };
    body: AnswerAsk;
    answer: AskAnswered | undefined;
  };
  /** Park, wake, close or restart the process of a session. Scope: control. */
  "POST /api/sessions/{id}/lifecycle": {
    path: { id: string };
    body: ChangeLifecycle;
    answer: SessionSummary;
  };
  /** List what the directory of a session can run on its own. Scope: view. */
  "GET /api/sessions/{id}/trust": {
    path: { id: string };
    answer: TrustReport;
  };
  /** Start or restart a session with or without its project's settings. Accepting new items requires the scope admin. Scope: control. */
  "POST /api/sessions/{id}/trust": {
    path: { id: string };
    body: DecideProjectSettings;
    answer: SessionSummary;
  };
  /** Pass a control request to the CLI, if it is on the list of harmless ones. Scope: control. */
  "POST /api/sessions/{id}/control": {
    path: { id: string };
    body: ControlCall;
    answer: Json;
  };
  /** Restore files to their state before a message. Scope: control. */
  "POST /api/sessions/{id}/rewind": {
    path: { id: string };
    body: Rewind;
    answer: RewindReport;
  };
  /** Stop a background task. Scope: control. */
  "POST /api/sessions/{id}/tasks/{task}/stop": {
    path: { id: string; task: string };
    answer: undefined;
  };
  /** Move a running tool call to the background. Scope: control. */
  "POST /api/sessions/{id}/tasks/{task}/background": {
    path: { id: string; task: string };
    answer: undefined;
  };
  /** List files, without those that git ignores. Scope: view. */
  "GET /api/sessions/{id}/files": {
    path: { id: string };
    query?: { path?: string | undefined };
    answer: FileNode[];
  };
  /** Return a file, whole or by `Range`. Scope: view. */
  "GET /api/sessions/{id}/files/content": {
    path: { id: string };
    query?: { path?: string | undefined };
    answer: Blob;
  };
  /** List paths that match the text after `@`. Scope: view. */
  "GET /api/sessions/{id}/files/suggest": {
    path: { id: string };
    query?: { query?: string | undefined };
    answer: FileSuggestion[];
  };
  /** List resources of MCP servers that sessions of this project have listed. Scope: view. */
  "GET /api/sessions/{id}/resources": {
    path: { id: string };
    answer: McpResource[];
  };
  /** Compare the working tree with the last commit. Scope: view. */
  "GET /api/sessions/{id}/diff": {
    path: { id: string };
    answer: WorkingDiff;
  };
  /** List the records of the log. Scope: view. */
  "GET /api/sessions/{id}/wire": {
    path: { id: string };
    query?: { after?: number | undefined; limit?: number | undefined; cut?: number | undefined };
    answer: WirePage;
  };
  /** Export a session as a file. Scope: view. */
  "GET /api/sessions/{id}/export": {
    path: { id: string };
    query: { format: "markdown" | "json" | "raw" | "archive" };
    answer: Blob;
  };
  /** Stream a session as server-sent events. Scope: view. */
  "GET /api/sessions/{id}/events": {
    path: { id: string };
    query?: { after?: number | undefined };
    answer: Blob;
  };
}
