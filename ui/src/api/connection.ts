// The one connection to the host: keeps it open, and keeps the sessions that are looked at up to date.

import { addPage, applyChangeSets } from "./applyChange";
import type { EntryPage, HostInfo, SessionSummary, SessionView, SocketUpdate } from "./generated";
import { Heartbeat } from "./heartbeat";
import { onRefused } from "./http";
import { isQuiet, QUIET_MS } from "./listUpdates";
import { readHost } from "./reads";
import { renew } from "./renewal";
import { openSocket, type Socket } from "./socket";
import { createStore, type Store } from "./store";

export type ConnectionState =
  | { state: "connecting" }
  | { state: "open" }
  /** Lost at `since`; the next attempt is at `retryAt`. What is on the screen stays. */
  | { state: "lost"; since: number; retryAt: number }
  /** The host is there, but knows this device no longer. */
  | { state: "signedOut" };

/** The sessions of the host, by id. */
export type SessionList = ReadonlyMap<string, SessionSummary>;

/** Is told what the socket reports, with what was known before. */
export interface Listener {
  view: (session: string, before: SessionView, after: SessionView) => void;
  summary: (before: SessionSummary | undefined, after: SessionSummary | undefined) => void;
  /** The connection is back after it was lost. */
  reconnected: () => void;
}

interface Watched {
  store: Store<SessionView | undefined>;
  readers: number;
}

const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 10_000;

const isLocal = (session: string): boolean => session.startsWith("replay:");

export class Connection {
  readonly state = createStore<ConnectionState>({ state: "connecting" });
  readonly host = createStore<HostInfo | undefined>(undefined);
  readonly sessions = createStore<SessionList | undefined>(undefined);
  /** Why the host does not show a session that somebody wants to see. */
  readonly refused = createStore<ReadonlyMap<string, string>>(new Map());
  private readonly watched = new Map<string, Watched>();
  private readonly listeners = new Set<Listener>();
  /** The list with what has not been drawn yet. */
  private quietList: SessionList | undefined;
  private quietTimer: ReturnType<typeof setTimeout> | undefined;
  private socket: Socket | undefined;
  private delay = FIRST_DELAY_MS;
  private lostSince: number | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly heartbeat = new Heartbeat({
    ask: () => this.socket?.send({ kind: "ping" }),
    dead: () => this.socket?.drop(),
  });

  start(): void {
    onRefused(() => this.signedOut());
    this.attempt();
    addEventListener("online", () => this.retryNow());
    addEventListener("offline", () => this.doubt());
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) return;
      this.doubt();
      this.retryNow();
    });
  }

  listen(listener: Listener): void {
    this.listeners.add(listener);
  }

  /** Tries again at once if the connection is lost. */
  retryNow(): void {
    if (this.state.get().state !== "lost") return;
    clearTimeout(this.timer);
    this.delay = FIRST_DELAY_MS;
    this.attempt();
  }

  /** The connection may be gone without anybody having said so: asks. */
  private doubt(): void {
    if (this.state.get().state === "open") this.heartbeat.ask();
  }

  /** Keeps a session's view up to date while somebody reads it. */
  watch(session: string): { store: Store<SessionView | undefined>; stop: () => void } {
    let watched = this.watched.get(session);
    if (!watched) {
      watched = { store: createStore<SessionView | undefined>(undefined), readers: 0 };
      this.watched.set(session, watched);
      if (!isLocal(session)) this.socket?.send({ kind: "subscribe", session });
    }
    const current = watched;
    current.readers += 1;
    let stopped = false;
    const stop = () => {
      if (stopped) return;
      stopped = true;
      current.readers -= 1;
      if (current.readers > 0) return;
      this.watched.delete(session);
      this.setRefused(session, undefined);
      if (!isLocal(session)) this.socket?.send({ kind: "unsubscribe", session });
    };
    return { store: current.store, stop };
  }

  /** Asks once more for a session that was refused. */
  again(session: string): void {
    this.setRefused(session, undefined);
    this.resubscribe(session);
  }

  private setRefused(session: string, problem: string | undefined): void {
    const before = this.refused.get();
    if (before.get(session) === problem) return;
    const refused = new Map(before);
    if (problem === undefined) refused.delete(session);
    else refused.set(session, problem);
    this.refused.set(refused);
  }

  /** What is known of a session that somebody watches. */
  peek(session: string): SessionView | undefined {
    return this.watched.get(session)?.store.get();
  }

  /** Shows a view that the host does not follow: a recording that is played. Its id begins with `replay:`. */
  show(session: string, view: SessionView): void {
    this.watched.get(session)?.store.set(view);
  }

  /** Puts older entries in front of the ones a view holds. */
  addOlder(session: string, page: EntryPage): void {
    const store = this.watched.get(session)?.store;
    const view = store?.get();
    if (store && view) store.set(addPage(view, page));
  }

  /** Changes the list before the host tells: what a person just did is seen at once. */
  listed(session: string, summary: SessionSummary | undefined): void {
    const sessions = new Map(this.quietList ?? this.sessions.get());
    if (summary) sessions.set(session, summary);
    else sessions.delete(session);
    this.showList(sessions);
  }

  /** Opens a socket. One that an earlier attempt opened has nothing to say any more, not even that it closed. */
  private attempt(): void {
    clearTimeout(this.timer);
    const before = this.socket;
    const isCurrent = () => this.socket === socket;
    const socket = openSocket({
      opened: () => isCurrent() && this.opened(),
      heard: () => isCurrent() && this.heartbeat.heard(),
      updates: (updates) => isCurrent() && this.apply(updates),
      closed: () => isCurrent() && this.closed(),
    });
    this.socket = socket;
    before?.drop();
  }

  private opened(): void {
    this.delay = FIRST_DELAY_MS;
    if (this.lostSince !== undefined) for (const listener of this.listeners) listener.reconnected();
    this.lostSince = undefined;
    this.heartbeat.heard();
    this.state.set({ state: "open" });
    this.socket?.send({ kind: "watchSessions" });
    for (const [session, { store }] of this.watched) {
      if (isLocal(session)) continue;
      const after = store.get()?.seq;
      this.socket?.send(
        after === undefined ? { kind: "subscribe", session } : { kind: "subscribe", session, after },
      );
    }
  }

  private closed(): void {
    this.heartbeat.stop();
    if (this.state.get().state === "signedOut") return;
    this.askWhy();
    this.lostSince ??= Date.now();
    const wait = this.delay * (0.75 + Math.random() / 2);
    this.delay = Math.min(this.delay * 2, LONGEST_DELAY_MS);
    this.state.set({ state: "lost", since: this.lostSince, retryAt: Date.now() + wait });
    this.timer = setTimeout(() => this.attempt(), wait);
  }

  /** A socket does not tell why it was refused; a request does, and `onRefused` hears it. */
  private askWhy(): void {
    readHost().catch(() => undefined);
  }

  private signedOut(): void {
    clearTimeout(this.timer);
    this.heartbeat.stop();
    this.state.set({ state: "signedOut" });
  }

  private apply(updates: SocketUpdate[]): void {
    const sessions = new Map(this.quietList ?? this.sessions.get());
    let listed = this.sessions.get() !== undefined;
    let listChanged = false;
    let quietly = false;
    for (const update of updates) {
      switch (update.kind) {
        case "hello":
          this.greeted(update.host);
          break;
        case "snapshot":
          this.watched.get(update.session)?.store.set(update.view);
          this.setRefused(update.session, undefined);
          break;
        case "changes":
          this.changed(update.session, update.sets);
          break;
        case "sessions":
          sessions.clear();
          for (const session of update.sessions) sessions.set(session.id, session);
          listed = true;
          listChanged = true;
          break;
        case "sessionSet":
          this.summaryChanged(sessions.get(update.session.id), update.session);
          if (isQuiet(sessions.get(update.session.id), update.session)) quietly = true;
          else listChanged = true;
          sessions.set(update.session.id, update.session);
          break;
        case "sessionRemoved":
          this.summaryChanged(sessions.get(update.session), undefined);
          sessions.delete(update.session);
          listChanged = true;
          break;
        case "dropped":
          this.resubscribe(update.session);
          break;
        case "refused":
          if (update.session !== undefined && this.watched.has(update.session))
            this.setRefused(update.session, update.problem);
          break;
        case "resumed":
        case "pong":
          break;
        default:
          update satisfies never;
      }
    }
    if (!listed) return;
    if (listChanged) this.showList(sessions);
    else if (quietly) this.showListSoon(sessions);
  }

  private showList(sessions: SessionList): void {
    clearTimeout(this.quietTimer);
    this.quietTimer = undefined;
    this.quietList = undefined;
    this.sessions.set(sessions);
  }

  /** Sessions that merely go on are drawn together. */
  private showListSoon(sessions: SessionList): void {
    this.quietList = sessions;
    this.quietTimer ??= setTimeout(() => this.quietList && this.showList(this.quietList), QUIET_MS);
  }

  /** A page of another build than the host's would misread it. */
  private greeted(host: HostInfo): void {
    const before = this.host.get();
    if (before && before.build !== host.build) renew();
    this.host.set(host);
  }

  private changed(session: string, sets: Extract<SocketUpdate, { kind: "changes" }>["sets"]): void {
    const store = this.watched.get(session)?.store;
    const view = store?.get();
    if (!store || !view) return;
    const after = applyChangeSets(view, sets);
    if (after === view) return;
    store.set(after);
    for (const listener of this.listeners) listener.view(session, view, after);
  }

  private summaryChanged(before: SessionSummary | undefined, after: SessionSummary | undefined): void {
    for (const listener of this.listeners) listener.summary(before, after);
  }

  private resubscribe(session: string): void {
    const after = this.watched.get(session)?.store.get()?.seq;
    if (!this.watched.has(session)) return;
    this.socket?.send(
      after === undefined ? { kind: "subscribe", session } : { kind: "subscribe", session, after },
    );
  }
}

export const connection = new Connection();
