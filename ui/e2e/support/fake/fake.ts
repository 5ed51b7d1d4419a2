// A host that is not there: the built page from a static server in this process, API answers from a table, and a socket
// that plays views and changes. A test with it takes about a second and shows one state of the page.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type BrowserContext, expect, type Page, type WebSocketRoute } from "@playwright/test";
import type {
  AnswerAsk,
  Change,
  ChangeSet,
  Entry,
  HostInfo,
  InboxItem,
  Json,
  NewMessage,
  Problem,
  SessionSummary,
  SocketCommand,
  SocketUpdate,
  WithdrawnReason,
} from "../../../src/api/generated";
import { message } from "../page";
import { controlAnswers, hostInfo, readAnswers, sessionAnswers, settled } from "./answers";
import { entry, type NewAsk, type NewEntry } from "./builders";
import { serveFile } from "./files";
import { askingOf, FakeSession, type Parts } from "./sessions";

/** A request that the page sent. */
export interface Sent {
  method: string;
  /** Without a leading slash, with the query: `api/sessions/s1/messages`. */
  path: string;
  body: unknown;
}

/** An answer that is not plain JSON with status 200. */
class Reply {
  constructor(
    readonly status: number,
    readonly body?: string | Buffer,
    readonly type = "application/json",
  ) {}

  static json(status: number, value: unknown): Reply {
    return new Reply(status, JSON.stringify(value));
  }
}

/** An error as the server reports it. */
export const problem = (status: number, title: string, more: Partial<Problem> = {}): Reply =>
  Reply.json(status, { code: "conflict", title, status, ...more });

/** The content of a file as an answer. */
export const content = (body: string | Buffer, type = "text/plain"): Reply => new Reply(200, body, type);

const done = new Reply(204);

/** What a request is answered with: JSON, a `problem`, `content`, or a function of the request. */
type Answer = unknown | ((sent: Sent) => unknown);

interface Row {
  method: string;
  path: string | RegExp;
  answer: Answer;
}

export class Fake {
  /** Requests that change something, oldest first. */
  readonly sent: Sent[] = [];
  private readonly rows: Row[] = [];
  private readonly controls = new Map<string, Answer>();
  private readonly sessions = new Map<string, FakeSession>();
  private readonly sockets = new Set<WebSocketRoute>();
  private readonly watching = new Map<WebSocketRoute, Set<string>>();
  private readonly unanswered: string[] = [];
  private info: HostInfo = hostInfo;
  private reachable = true;
  /** Commands of the sockets that wait for `refuse()` or `back()`, if they are to wait. */
  private withheld: { socket: WebSocketRoute; command: SocketCommand }[] | undefined;
  private current = "";

  private constructor(
    private readonly page: Page,
    private readonly server: Server,
  ) {}

  static async start(page: Page, context: BrowserContext): Promise<Fake> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const fake = new Fake(page, server);
    server.on("request", (request, response) => fake.serve(request, response));
    await context.routeWebSocket(/\/api\/ws$/, (socket) => fake.connected(socket));
    const localStorage = [{ name: "pilothouse.key", value: "fake" }];
    await context.setStorageState({ cookies: [], origins: [{ origin: fake.origin, localStorage }] });
    return fake;
  }

  get address(): string {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  private get origin(): string {
    return `http://${this.address}`;
  }

  /** Ends the server; fails if the page asked for something that nobody answered. */
  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
    expect(this.unanswered, "requests without an answer: add them with fake.api()").toEqual([]);
  }

  // What a test says.

  /** Adds a session and opens it; returns its id. */
  async session(parts: Parts = {}): Promise<string> {
    const id = this.add(parts);
    await this.open(`#/s/${id}`);
    await expect(message(this.page).first()).toBeVisible();
    return id;
  }

  /** Adds a session without opening it; returns its id. Later calls are about the newest one. */
  add(parts: Parts = {}): string {
    const id = parts.id ?? `s${this.sessions.size + 1}`;
    const session = new FakeSession(id, parts);
    this.sessions.set(id, session);
    this.current = id;
    this.broadcast({ kind: "sessionSet", session: session.summary });
    return id;
  }

  /** Loads the page at an address such as `#/inbox`. */
  async open(hash = ""): Promise<void> {
    await this.page.goto(`${this.origin}/${hash}`);
  }

  /** Changes what the server tells of itself. */
  host(parts: Partial<HostInfo>): void {
    this.info = { ...this.info, ...parts };
    this.broadcast({ kind: "hello", host: this.info });
  }

  /** Sends changes of the newest session, as one record. */
  change(...changes: Change[]): void {
    this.changeIn(this.current, ...changes);
  }

  changeIn(id: string, ...changes: Change[]): void {
    const session = this.find(id);
    this.push(session, session.apply(changes));
  }

  /** Sends a message as long as that of a session's row, which means nothing to the page. */
  noise(id: string): void {
    const problem = "-".repeat(JSON.stringify(this.find(id).summary).length);
    this.broadcast({ kind: "refused", session: "nobody", problem });
  }

  /** The newest entry of a session. */
  last(id: string): Entry {
    const last = this.find(id).view.entries.at(-1);
    if (!last) throw new Error(`session ${id} has no entries`);
    return last;
  }

  /** Sends change sets as they were recorded, for instance those of a file in fixtures/view. */
  play(sets: ChangeSet[]): void {
    for (const { changes } of sets) this.change(...changes);
  }

  /** Adds an entry at the end; returns it with its id. */
  append(one: NewEntry): Entry {
    const placed = this.find(this.current).placed(one);
    this.change({ kind: "entrySet", entry: placed });
    return placed;
  }

  /** Asks the person something; the tool call that waits appears with it. Returns the id of the request. */
  ask(one: NewAsk): string {
    const session = this.find(this.current);
    const changes = session.asking(one);
    const asked = changes.findLast((change) => change.kind === "askSet");
    this.change(...changes, {
      kind: "livenessSet",
      liveness: { ...session.view.liveness, activity: { state: "waiting" } },
    });
    return asked?.ask.id ?? "";
  }

  /** Withdraws an open request, as the CLI does. */
  withdraw(id: string, reason: WithdrawnReason = "cancelled"): void {
    this.change({ kind: "askClosed", id, state: { state: "withdrawn", at: Date.now(), reason } });
  }

  /** Answers an open request from another device. */
  answerElsewhere(id: string, answer: AnswerAsk): void {
    this.close(this.find(this.current), id, answer, "Phone");
  }

  /** The end of a turn: the session is idle. */
  finish(): void {
    const { view } = this.find(this.current);
    const { turnStartedAt, ...liveness } = view.liveness;
    this.change({
      kind: "livenessSet",
      liveness: { ...liveness, activity: { state: "idle" }, since: Date.now() },
    });
  }

  /** The view of the newest session as the page should have it. */
  get view() {
    return this.find(this.current).view;
  }

  /**
   * Answers requests from now on. The path is without a query and may lack `api/`; a regular expression sees the query.
   * The answer is JSON, `problem(…)`, `content(…)`, `undefined` for 204, or a function of the request. The newest row wins.
   */
  api(method: string, path: string | RegExp, answer: Answer): void {
    const whole = typeof path === "string" ? `api/${path.replace(/^\/?(api\/)?/, "")}` : path;
    this.rows.unshift({ method, path: whole, answer });
  }

  /** Answers control requests to the CLI of this subtype. */
  control(subtype: string, answer: Answer): void {
    this.controls.set(subtype, answer);
  }

  /** Waits for a request that changes something; returns the newest that matches. */
  async received<T = Json>(method: string, path: string | RegExp): Promise<T> {
    const matches = (one: Sent) =>
      one.method === method && (typeof path === "string" ? one.path.endsWith(path) : path.test(one.path));
    await expect.poll(() => this.sent.some(matches), `${method} ${path}`).toBe(true);
    return this.sent.findLast(matches)?.body as T;
  }

  /** Closes the sockets and refuses new ones and all requests, until `back()`. */
  async away(): Promise<void> {
    this.reachable = false;
    for (const socket of [...this.sockets]) await this.disconnect(socket);
  }

  back(): void {
    this.reachable = true;
    this.withheld = undefined;
  }

  /** Leaves requests for the list and for sessions unanswered, until `refuse()` or `back()`. */
  withhold(): void {
    this.withheld = [];
  }

  /** Waits until the page requested a session, and refuses it. Later requests are answered. */
  async refuse(problem: string): Promise<void> {
    const isSession = ({ command }: { command: SocketCommand }) => command.kind === "subscribe";
    await expect.poll(() => this.withheld?.some(isSession)).toBe(true);
    const waiting = this.withheld ?? [];
    this.withheld = undefined;
    for (const { socket, command } of waiting)
      if (command.kind === "subscribe")
        this.tell(socket, { kind: "refused", session: command.session, problem });
      else this.command(socket, command);
  }

  // The socket.

  private async disconnect(socket: WebSocketRoute): Promise<void> {
    this.sockets.delete(socket);
    this.watching.delete(socket);
    await socket.close().catch(() => undefined);
  }

  private connected(socket: WebSocketRoute): void {
    if (!this.reachable) {
      void this.disconnect(socket);
      return;
    }
    this.sockets.add(socket);
    this.watching.set(socket, new Set());
    socket.onMessage((text) => this.command(socket, JSON.parse(String(text)) as SocketCommand));
    socket.onClose(() => {
      this.sockets.delete(socket);
      this.watching.delete(socket);
    });
    this.tell(socket, { kind: "hello", host: this.info });
  }

  private command(socket: WebSocketRoute, command: SocketCommand): void {
    if (this.withheld && (command.kind === "subscribe" || command.kind === "watchSessions")) {
      this.withheld.push({ socket, command });
      return;
    }
    switch (command.kind) {
      case "ping":
        this.tell(socket, { kind: "pong" });
        break;
      case "watchSessions": {
        const sessions = [...this.sessions.values()].map(({ summary }) => summary);
        this.tell(socket, { kind: "sessions", sessions });
        break;
      }
      case "unsubscribe":
        this.watching.get(socket)?.delete(command.session);
        break;
      case "subscribe":
        this.subscribe(socket, command.session);
    }
  }

  private subscribe(socket: WebSocketRoute, id: string): void {
    const session = this.sessions.get(id);
    if (!session) {
      this.tell(socket, { kind: "refused", session: id, problem: "There is no such session." });
      return;
    }
    this.watching.get(socket)?.add(id);
    this.tell(socket, { kind: "snapshot", session: id, view: session.view });
  }

  private tell(socket: WebSocketRoute, update: SocketUpdate): void {
    socket.send(JSON.stringify(update));
  }

  private broadcast(update: SocketUpdate): void {
    for (const socket of this.sockets) this.tell(socket, update);
  }

  private push(session: FakeSession, set: ChangeSet): void {
    for (const [socket, watched] of this.watching)
      if (watched.has(session.id)) this.tell(socket, { kind: "changes", session: session.id, sets: [set] });
    this.broadcast({ kind: "sessionSet", session: session.summary });
  }

  private find(id: string): FakeSession {
    const session = this.sessions.get(id);
    if (!session) throw new Error(`the fake host has no session ${id}: call fake.session() first`);
    return session;
  }

  // HTTP.

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? "/").slice(1);
    if (!path.startsWith("api/")) {
      serveFile(path.split("?")[0] ?? "", response);
      return;
    }
    if (!this.reachable) {
      response.destroy();
      return;
    }
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const sent: Sent = { method: request.method ?? "GET", path, body: parsed(Buffer.concat(parts)) };
    if (sent.method !== "GET") this.sent.push(sent);
    const answer = await this.answer(sent);
    const reply = answer instanceof Reply ? answer : answer === undefined ? done : Reply.json(200, answer);
    response.writeHead(reply.status, { "content-type": reply.type });
    response.end(reply.body);
  }

  private async answer(sent: Sent): Promise<unknown> {
    const [path = ""] = sent.path.split("?");
    const row = this.rows.find(
      (row) =>
        row.method === sent.method &&
        (typeof row.path === "string" ? row.path === path : row.path.test(sent.path)),
    );
    if (row) return typeof row.answer === "function" ? row.answer(sent) : row.answer;
    const known = this.usual(sent, path.slice("api/".length));
    if (known !== missing) return known;
    this.unanswered.push(`${sent.method} ${sent.path}`);
    return problem(501, `The fake host has no answer to ${sent.method} ${sent.path}.`);
  }

  /** What a server without a special state answers. */
  private usual(sent: Sent, path: string): unknown {
    const [, id = "", rest = ""] = /^sessions\/([^/]+)\/?(.*)$/.exec(path) ?? [];
    const session = this.sessions.get(decodeURIComponent(id));
    if (session) return this.ofSession(session, sent, rest);
    if (id !== "") return problem(404, "There is no such session.", { code: "notFound" });
    if (sent.method !== "GET") return missing;
    if (path === "host") return this.info;
    if (path === "sessions") return { sessions: [...this.sessions.values()].map(({ summary }) => summary) };
    if (path === "inbox") return this.inbox();
    return path in readAnswers ? readAnswers[path] : missing;
  }

  private inbox(): InboxItem[] {
    return [...this.sessions.values()].flatMap(({ id, summary, view }) =>
      view.asks.map((ask) => ({
        session: id,
        title: summary.title,
        project: summary.project,
        asking: askingOf(ask),
        ask,
        oneTap: ask.body.kind === "permission" && ask.body.tool.name === "Bash",
      })),
    );
  }

  private ofSession(session: FakeSession, sent: Sent, rest: string): unknown {
    const [what = "", name = ""] = rest.split("/");
    if (sent.method === "GET") {
      if (rest === "") return session.summary;
      if (rest === "view") return session.view;
      if (rest === "files/content") return problem(404, "There is no such file.", { code: "notFound" });
      return rest in sessionAnswers ? sessionAnswers[rest] : missing;
    }
    switch (`${sent.method} ${what}`) {
      case "POST messages":
        return this.take(session, sent.body as NewMessage);
      case "POST asks":
        return this.close(session, decodeURIComponent(name), sent.body as AnswerAsk);
      case "POST looked-at":
        session.parts.readyForReview = false;
        this.broadcast({ kind: "sessionSet", session: session.summary });
        return null;
      case "POST interrupt":
        return { held: [], discarded: [] };
      case "POST agents":
        return { stopped: [] };
      case "DELETE schedules":
        return { uuid: "fake", queued: false, seq: 0 };
      case "POST held":
      case "DELETE held":
      case "PATCH queue":
      case "DELETE queue":
        return done;
      case "PATCH ":
      case "POST lifecycle":
        return this.update(session, what === "" ? (sent.body as Partial<SessionSummary>) : {});
      case "DELETE ":
        this.sessions.delete(session.id);
        this.broadcast({ kind: "sessionRemoved", session: session.id });
        return done;
      case "POST control":
        return this.controlled(sent);
      default:
        return missing;
    }
  }

  /** Puts a message into the transcript. */
  private take(session: FakeSession, sent: NewMessage): unknown {
    const uuid = sent.uuid ?? crypto.randomUUID();
    const placed = session.placed(entry.user(sent.text, { uuid }));
    this.push(session, session.apply([{ kind: "entrySet", entry: placed }]));
    return { uuid, queued: false, seq: session.view.seq };
  }

  private close(session: FakeSession, id: string, answer: AnswerAsk, device = "Chrome on Linux"): unknown {
    if (!session.view.asks.some((ask) => ask.id === id))
      return problem(409, "This was settled already.", { code: "settled" });
    const who = { kind: "device", name: device } as const;
    const state = {
      state: "answered",
      at: Date.now(),
      who,
      answer: settled(answer),
      confirmed: true,
    } as const;
    this.push(session, session.apply([{ kind: "askClosed", id, state }]));
    return done;
  }

  private update(session: FakeSession, parts: Partial<SessionSummary>): SessionSummary {
    Object.assign(session.parts, parts);
    this.broadcast({ kind: "sessionSet", session: session.summary });
    return session.summary;
  }

  private controlled(sent: Sent): unknown {
    const { subtype } = sent.body as { subtype: string };
    if (!this.controls.has(subtype)) return subtype in controlAnswers ? controlAnswers[subtype] : missing;
    const answer = this.controls.get(subtype);
    return typeof answer === "function" ? answer(sent) : answer;
  }
}

/** No answer is known. */
const missing = Symbol("no answer");

function parsed(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return bytes;
  }
}
