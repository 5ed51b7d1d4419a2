// Applies the server's changes to a view. The same rules, in Rust, are in crates/view/src/apply.rs;
// the fixtures in fixtures/view hold both to the same outcome.
//
// Nothing is altered in place: what did not change is the same object afterwards, so a component
// that looks at one entry renders again only when that entry changed.

import {
  CHECKPOINTS,
  type Change,
  type ChangeSet,
  CLOSED_ASKS,
  type Entry,
  type EntryBody,
  type EntryId,
  type EntryPage,
  type SessionView,
  type ToolCall,
} from "./generated";

/** A view of a session that has not begun. */
export const emptyView: SessionView = {
  version: 1,
  seq: 0,
  at: 0,
  entries: [],
  hasOlder: false,
  drafts: {},
  asks: [],
  closedAsks: [],
  jobs: [],
  tasks: [],
  info: {
    additionalDirectories: [],
    outputStyles: [],
    capabilities: [],
    tools: [],
    commands: [],
    agents: [],
    skills: [],
    plugins: [],
    mcpServers: [],
    models: [],
    checkpointing: false,
  },
  liveness: { activity: { state: "notStarted" }, since: 0, turn: 0, epoch: 0 },
  usage: {
    totalCostUsd: 0,
    carriedCostUsd: 0,
    turns: 0,
    models: [],
    durationMs: 0,
    apiDurationMs: 0,
    linesAdded: 0,
    linesRemoved: 0,
  },
  queue: [],
  files: [],
  checkpoints: [],
  host: { archived: false },
};

/** Applies what one record changed. */
export function applyChangeSet(view: SessionView, set: ChangeSet): SessionView {
  return { ...set.changes.reduce(applyChange, view), seq: set.seq, at: set.at };
}

/** Applies the sets that are news. A subscription that was replaced may still deliver what the view has already. */
export function applyChangeSets(view: SessionView, sets: ChangeSet[]): SessionView {
  return sets.filter((set) => set.seq > view.seq).reduce(applyChangeSet, view);
}

/** Applies one change. A change to an entry that is not loaded is ignored. */
export function applyChange(view: SessionView, change: Change): SessionView {
  switch (change.kind) {
    case "entrySet":
      return {
        ...view,
        entries: setEntry(view.entries, change.entry),
        drafts: without(view.drafts, change.entry.id),
      };
    case "entryRemoved":
      return {
        ...view,
        entries: view.entries.filter((entry) => entry.id !== change.id),
        drafts: without(view.drafts, change.id),
        // Files cannot be rewound to a message that was taken back.
        checkpoints: view.checkpoints.filter(({ entry }) => entry !== change.id),
      };
    case "appended":
      return {
        ...view,
        drafts: { ...view.drafts, [change.id]: (view.drafts[change.id] ?? "") + change.text },
      };
    case "draftKept": {
      const text = view.drafts[change.id] ?? "";
      const entries = changeBody(view.entries, change.id, (body) => {
        if (body.kind === "text")
          return {
            ...body,
            text,
            streaming: false,
            citations: change.citations ?? [],
            aborted: change.aborted ?? false,
          };
        if (body.kind === "thinking")
          return defined({ ...body, text, streaming: false, durationMs: change.durationMs });
        return body;
      });
      return { ...view, entries, drafts: without(view.drafts, change.id) };
    }
    case "thinkingTokens":
      return {
        ...view,
        entries: changeBody(view.entries, change.id, (body) =>
          body.kind === "thinking" ? { ...body, tokens: change.tokens } : body,
        ),
      };
    case "deliveryChanged":
      return { ...view, entries: changeDelivery(view.entries, change) };
    case "toolChanged": {
      const { ask, job } = change;
      const entries = changeTool(view.entries, change.id, (call) =>
        defined({
          ...call,
          state: change.state,
          startedAt: change.startedAt ?? call.startedAt,
          endedAt: change.endedAt ?? call.endedAt,
          elapsedSeconds: change.elapsedSeconds ?? call.elapsedSeconds,
          changedInput: change.changedInput ?? call.changedInput,
          decision: change.decision ?? call.decision,
          links: defined({ ask: ask ?? call.links.ask, job: job ?? call.links.job }),
        }),
      );
      const drafts = change.state === "streaming" ? view.drafts : without(view.drafts, change.id);
      return { ...view, entries, drafts };
    }
    case "toolResultSet": {
      const { state, endedAt, result } = change;
      return {
        ...view,
        entries: changeTool(view.entries, change.id, (call) => ({ ...call, state, endedAt, result })),
      };
    }
    case "askSet":
      return { ...view, asks: put(view.asks, change.ask, (ask) => ask.id) };
    case "askClosed": {
      const open = view.asks.find((ask) => ask.id === change.id);
      if (open === undefined) {
        const closedAsks = view.closedAsks.map((ask) =>
          ask.id === change.id ? { ...ask, state: change.state } : ask,
        );
        return { ...view, closedAsks };
      }
      return {
        ...view,
        asks: view.asks.filter((ask) => ask.id !== change.id),
        closedAsks: [...view.closedAsks, { ...open, state: change.state }].slice(-CLOSED_ASKS),
      };
    }
    case "jobSet":
      return { ...view, jobs: put(view.jobs, change.job, (job) => job.id) };
    case "jobRemoved":
      return { ...view, jobs: view.jobs.filter((job) => job.id !== change.id) };
    case "tasksSet":
      return { ...view, tasks: change.tasks };
    case "infoSet":
      return { ...view, info: change.info };
    case "livenessSet":
      return { ...view, liveness: change.liveness };
    case "usageSet":
      return { ...view, usage: change.usage };
    case "queueSet":
      return { ...view, queue: change.queue };
    case "schedulesSet":
      return { ...view, schedules: change.schedules };
    case "fileSet":
      return { ...view, files: put(view.files, change.file, (file) => file.path) };
    case "fileRemoved":
      return { ...view, files: view.files.filter((file) => file.path !== change.path) };
    case "checkpointAdded":
      return { ...view, checkpoints: [...view.checkpoints, change.checkpoint].slice(-CHECKPOINTS) };
    case "hostSet":
      return { ...view, host: change.host };
    default:
      return unknownChange(view, change);
  }
}

/** Adds a page of older entries in front. */
export function addPage(view: SessionView, page: EntryPage): SessionView {
  const older = page.hasOlder ? page.entries[0]?.id : undefined;
  const { olderThan: _, ...rest } = view;
  const base = { ...rest, hasOlder: page.hasOlder, ...(older === undefined ? {} : { olderThan: older }) };
  // Nearly always the page ends where the view begins; then nothing has to be looked through.
  const first = view.entries[0]?.order ?? Number.POSITIVE_INFINITY;
  if ((page.entries.at(-1)?.order ?? 0) < first) {
    return { ...base, entries: page.entries.concat(view.entries) };
  }
  const known = new Set(view.entries.map((entry) => entry.id));
  const added = page.entries.filter((entry) => !known.has(entry.id));
  return { ...base, entries: [...added, ...view.entries].sort((one, other) => one.order - other.order) };
}

// The page and the server are one binary; a change this page does not know means that the page is
// older than the server and is about to be reloaded.
function unknownChange(view: SessionView, _change: never): SessionView {
  return view;
}

function setEntry(entries: Entry[], entry: Entry): Entry[] {
  const known = indexOf(entries, entry.id);
  if (known >= 0 && entries[known]?.order === entry.order) return entries.with(known, entry);
  const others = known >= 0 ? entries.toSpliced(known, 1) : entries;
  let place = others.length;
  while (place > 0 && (others[place - 1]?.order ?? 0) >= entry.order) place -= 1;
  return others.toSpliced(place, 0, entry);
}

// What changes is nearly always among the newest entries.
function indexOf(entries: Entry[], id: EntryId): number {
  return entries.findLastIndex((entry) => entry.id === id);
}

function changeBody(entries: Entry[], id: EntryId, alter: (body: EntryBody) => EntryBody): Entry[] {
  const index = indexOf(entries, id);
  const entry = entries[index];
  return entry === undefined ? entries : entries.with(index, { ...entry, body: alter(entry.body) });
}

function changeDelivery(entries: Entry[], change: Extract<Change, { kind: "deliveryChanged" }>): Entry[] {
  const entry = entries[indexOf(entries, change.id)];
  if (entry === undefined) return entries;
  const { delivery } = change;
  const body =
    entry.body.kind === "user"
      ? defined({ ...entry.body, delivery, uuid: change.uuid ?? entry.body.uuid })
      : entry.body;
  return setEntry(
    entries,
    defined({ ...entry, body, turn: change.turn ?? entry.turn, order: change.order ?? entry.order }),
  );
}

function changeTool(entries: Entry[], id: EntryId, alter: (call: ToolCall) => ToolCall): Entry[] {
  return changeBody(entries, id, (body) => (body.kind === "tool" ? { ...alter(body), kind: "tool" } : body));
}

function put<T>(items: T[], item: T, key: (item: T) => string): T[] {
  const index = items.findIndex((known) => key(known) === key(item));
  return index >= 0 ? items.with(index, item) : [...items, item];
}

function without<T>(record: Record<string, T>, key: string): Record<string, T> {
  if (!(key in record)) return record;
  const { [key]: _, ...rest } = record;
  return rest;
}

/** The same object with the keys left out that may have no value. */
type Defined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** Drops keys without a value, as the server leaves them out. */
function defined<T extends object>(value: T): Defined<T> {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as Defined<T>;
}
