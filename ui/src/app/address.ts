// Where the page is: which sessions are open side by side, which entry is looked at, which panel is beside them.
// It all stands in the address, after the `#`, so that it can be linked, reloaded and gone back to.
// A hash, because the host may serve the page under any path.
//
//   #/                                     the list
//   #/s/ID?beside=ID2&entry=E              sessions side by side, looking at an entry of the first
//   #/s/ID?panel=files&item=src/main.rs    a panel, and what it shows
//   #/search?q=login                       a page, with what it was asked for

export interface OpenPanel {
  id: string;
  /** What the panel shows: a file, a task, an entry; the panel knows. */
  item?: string;
}

export interface Address {
  /** The sessions that are open, left to right; empty when a page or the list is shown. */
  sessions: string[];
  /** The entry to look at, in the first session. */
  entry?: string;
  /** A page of the table in `pages.ts`; empty for the list. */
  page?: string;
  /** What the page was asked for. */
  query: Record<string, string>;
  panel?: OpenPanel;
}

const OWN = new Set(["beside", "entry", "panel", "item"]);

/** Reads an address; what it does not understand becomes a page that is not there. */
export function parseAddress(hash: string): Address {
  const [path = "", search = ""] = hash.replace(/^#\/?/, "").split("?", 2);
  const parameters = new URLSearchParams(search);
  const address: Address = { sessions: [], query: {} };
  const session = /^s\/([^/]+)$/.exec(path)?.[1];
  if (session !== undefined) {
    const all = [decode(session), ...parameters.getAll("beside")];
    address.sessions = [...new Set(all.filter(Boolean))];
    const entry = parameters.get("entry");
    if (entry) address.entry = entry;
  } else if (path !== "") {
    address.page = decode(path);
  }
  const panel = parameters.get("panel");
  const item = parameters.get("item");
  if (panel) address.panel = item ? { id: panel, item } : { id: panel };
  for (const [name, value] of parameters) if (!OWN.has(name)) address.query[name] = value;
  return address;
}

/** Writes an address so that `parseAddress` reads the same. */
export function formatAddress(address: Address): string {
  const [first, ...beside] = address.sessions;
  const path = first === undefined ? (address.page ?? "") : `s/${encodeURIComponent(first)}`;
  const parameters = new URLSearchParams(address.query);
  if (first !== undefined) {
    for (const session of beside) parameters.append("beside", session);
    if (address.entry) parameters.set("entry", address.entry);
  }
  if (address.panel) {
    parameters.set("panel", address.panel.id);
    if (address.panel.item) parameters.set("item", address.panel.item);
  }
  const search = parameters.toString();
  return `#/${path}${search ? `?${search}` : ""}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** How many sessions fit side by side. */
export const MOST_PANES = 4;

/** Shows a session in the place of `active`, or alone when nothing is open. */
export function withSession(
  address: Address,
  session: string,
  active: string | undefined,
  entry?: string,
): Address {
  const place = active === undefined ? -1 : address.sessions.indexOf(active);
  const sessions = address.sessions.includes(session)
    ? address.sessions
    : place < 0
      ? [session]
      : address.sessions.map((open, index) => (index === place ? session : open));
  // An entry belongs to the first session, so that one is shown first when an entry is asked for.
  const ordered = entry ? [session, ...sessions.filter((open) => open !== session)] : sessions;
  return { sessions: ordered, query: {}, ...(entry ? { entry } : {}), ...keepPanel(address) };
}

/** Opens a session to the right of the others; the oldest place gives way when there is no more room. */
export function withBeside(address: Address, session: string): Address {
  const others = address.sessions.filter((open) => open !== session);
  const sessions = [...others.slice(-(MOST_PANES - 1)), session];
  return { sessions, query: {}, ...keepPanel(address) };
}

export function withoutSession(address: Address, session: string): Address {
  const sessions = address.sessions.filter((open) => open !== session);
  const entry = address.sessions[0] === session ? undefined : address.entry;
  return { sessions, query: {}, ...(entry ? { entry } : {}), ...keepPanel(address) };
}

function keepPanel(address: Address): { panel?: OpenPanel } {
  // What a panel shows belongs to the session it was opened for.
  return address.panel ? { panel: { id: address.panel.id } } : {};
}
